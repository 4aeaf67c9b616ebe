import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { Check, CircleAlert, CloudOff, CloudUpload, TriangleAlert, Undo2, WifiOff } from 'lucide'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { BallotOnScreen } from './use-ballot.ts'

/** The part of a ballot that the line shows and changes. */
export interface ShownBallot
  extends Pick<
    BallotOnScreen,
    | 'podium'
    | 'struck'
    | 'status'
    | 'counted'
    | 'pick'
    | 'holds'
    | 'reading'
    | 'unread'
    | 'canUndo'
    | 'undo'
    | 'restore'
    | 'readAgain'
  > {
  /** Asks which of the two to keep. */
  readonly choose?: () => void
}

interface SaveLineProps {
  readonly ballot: ShownBallot
  readonly online: boolean
}

/** The number of picks, whether they are saved, and an undo button. */
export function SaveLine({ ballot, online }: SaveLineProps) {
  const { podium, struck, status, holds, reading, unread, canUndo, undo } = ballot
  return (
    <div className="short:min-w-0 short:flex-1">
      <div className="flex h-11 items-center gap-2 low:h-9">
        <Count ballot={ballot} />
        <span className="min-w-0 flex-1 truncate text-sm">
          {!online && ['idle', 'saved', 'incomplete', 'emptied'].includes(status) ? (
            <Offline text={holds ? words.offlineHeld : words.offline} />
          ) : podium.length === 0 && status === 'idle' ? (
            !unread && <span className="text-quiet">{reading ? words.reading : words.hint}</span>
          ) : (
            <State status={status} counted={ballot.counted} missing={PODIUM_SIZE - podium.length} />
          )}
        </span>
        <IconButton label={words.undo} onClick={undo} off={!canUndo} className="-mr-3">
          <Icon of={Undo2} size={20} />
        </IconButton>
      </div>
      <div role="status">
        {status === 'held' && <p className="pb-2 text-sm text-quiet">{words.heldHint}</p>}
        {status === 'newer' && ballot.choose && (
          <Notice text={words.newerHint} action={words.chooseBallot} onAction={ballot.choose} />
        )}
        {status === 'failed' && <p className="pb-2 text-sm text-quiet">{words.failedHint}</p>}
        {status === 'emptied' && <Notice text={words.emptied} action={words.restore} onAction={ballot.restore} />}
        {struck.length > 0 && <p className="pb-2 text-sm">{struckHint(struck, podium.length - struck.length)}</p>}
        {unread && <Notice text={words.unread} action={words.readAgain} onAction={ballot.readAgain} />}
      </div>
    </div>
  )
}

function Count({ ballot }: Pick<SaveLineProps, 'ballot'>) {
  const picks = isUnknown(ballot) ? null : ballot.podium.length
  return (
    <span className="figures text-xl leading-none font-extrabold">
      <span aria-hidden="true">{words.count(picks ?? words.unknown)}</span>
      {picks !== null && <span className="sr-only">{words.spokenCount(picks)}</span>}
    </span>
  )
}

/** Explains what becomes of the struck picks, and of the others on the podium. */
function struckHint(struck: ShownBallot['struck'], others: number): string {
  const named = (absent: boolean) =>
    struck.filter((pick) => pick.absent === absent).map(({ player_name = words.struck }) => player_name)
  const [absent, gone] = [named(true), named(false)]
  return [
    ...(absent.length === 0 ? [] : [words.absentHint(absent)]),
    ...(gone.length === 0 ? [] : [words.struckHint(gone)]),
    words.freeHint(struck.length, others),
  ].join(' ')
}

/** Whether the server may have a ballot that the screen does not know: its places are not free. */
export function isUnknown({ reading, unread }: Pick<ShownBallot, 'reading' | 'unread'>): boolean {
  return reading || unread
}

/** Explains what becomes of a vote without a network. */
function Offline({ text }: { readonly text: string }) {
  return (
    <span className="flex items-center gap-1.5 font-semibold text-quiet">
      <Icon of={WifiOff} size={18} className="shrink-0" />
      {text}
    </span>
  )
}

interface StateProps extends Pick<ShownBallot, 'status' | 'counted'> {
  readonly missing: number
}

/** State of the podium. One that is incomplete does not count, and says so in the colour of a warning. */
function State({ status, counted, missing }: StateProps) {
  if (status === 'idle' || status === 'emptied') return null
  const looks = {
    saving: { icon: CloudUpload, text: words.saving, ink: 'text-quiet' },
    held: { icon: CloudOff, text: words.held, ink: 'text-warn' },
    newer: { icon: TriangleAlert, text: words.newer, ink: 'text-warn' },
    saved: { icon: Check, text: words.saved, ink: 'text-good' },
    incomplete: { icon: CircleAlert, text: counted ? words.countsNoMore : words.countsNotYet, ink: 'text-warn' },
    failed: { icon: TriangleAlert, text: words.failed, ink: 'text-warn' },
  }
  const { icon, text, ink } = looks[status]
  return (
    <span className={`flex items-center gap-1.5 font-semibold ${ink}`}>
      <Icon of={icon} size={18} className="shrink-0" />
      <span className="short:max-[639px]:sr-only">{text}</span>
      {(status === 'incomplete' || status === 'held') && missing > 0 && (
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
