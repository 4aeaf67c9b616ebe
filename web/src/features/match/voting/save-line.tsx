import { PODIUM_SIZE } from '@tribune/domain/podium.ts'
import { Check, CloudUpload, TriangleAlert, Undo2, WifiOff } from 'lucide'
import { nouns } from '../../../i18n/fr.ts'
import { podium as words } from '../../../i18n/fr-match.ts'
import { useOnline } from '../../../lib/device/use-platform.ts'
import { plural } from '../../../lib/format/numbers.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Ballot } from './use-ballot.ts'

/** How many are chosen, whether that is kept, and one step back. */
export function SaveLine({ ballot }: { readonly ballot: Ballot }) {
  const { podium, struck, status, unread, canUndo, undo } = ballot
  const online = useOnline()
  return (
    <div className="short:min-w-0 short:flex-1">
      <div className="flex h-11 items-center gap-2 low:h-9">
        <span className="figures text-xl leading-none font-extrabold">
          <span aria-hidden="true">{words.count(podium.length)}</span>
          <span className="sr-only">{words.spokenCount(podium.length)}</span>
        </span>
        <span className="min-w-0 flex-1 truncate text-sm">
          {!online && status !== 'failed' ? (
            <Offline />
          ) : podium.length === 0 && status === 'idle' ? (
            <span className="text-quiet">{words.hint}</span>
          ) : (
            <State status={status} missing={PODIUM_SIZE - podium.length} />
          )}
        </span>
        <IconButton label={words.undo} onClick={undo} off={!canUndo} className="-mr-3">
          <Icon of={Undo2} size={20} />
        </IconButton>
      </div>
      <div role="status">
        {status === 'failed' && <p className="pb-2 text-sm text-quiet">{words.failedHint}</p>}
        {status === 'emptied' && <Notice text={words.emptied} action={words.restore} onAction={ballot.restore} />}
        {struck.map(({ player_id, player_name }) => (
          <p key={player_id} className="pb-2 text-sm">
            {words.struckHint(player_name ?? words.struck)}
          </p>
        ))}
        {unread && <Notice text={words.unread} action={words.readAgain} onAction={ballot.readAgain} />}
      </div>
    </div>
  )
}

/** Why nothing can be changed now, where the fan looks for what became of their vote. */
function Offline() {
  return (
    <span className="flex items-center gap-1.5 font-semibold text-quiet">
      <Icon of={WifiOff} size={18} className="shrink-0" />
      {words.offline}
    </span>
  )
}

/** Where the podium is; one that is kept but not complete does not count yet. */
function State({ status, missing }: { readonly status: Ballot['status']; readonly missing: number }) {
  if (status === 'idle' || status === 'emptied') return null
  const looks = {
    saving: { icon: CloudUpload, text: words.saving, ink: 'text-quiet' },
    saved: { icon: Check, text: words.saved, ink: 'text-good' },
    failed: { icon: TriangleAlert, text: words.failed, ink: 'text-warn' },
  }
  const { icon, text, ink } = looks[status]
  return (
    <span className={`flex items-center gap-1.5 font-semibold ${ink}`}>
      <Icon of={icon} size={18} className="shrink-0" />
      <span className="short:max-[639px]:sr-only">{text}</span>
      {status === 'saved' && missing > 0 && (
        <span className="truncate font-normal text-quiet short:max-[639px]:sr-only">
          {words.more(plural(missing, nouns.player))}
        </span>
      )}
    </span>
  )
}

function Notice({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <div className="flex items-center gap-2 pb-1">
      <p className="flex-1 text-sm">{text}</p>
      <Button className="shrink-0 px-3" onClick={onAction}>
        {action}
      </Button>
    </div>
  )
}
