import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@tribune/contract/accounts.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import { factor as factorWords } from '@tribune/french/sentences/account/second-factor.ts'
import { accountMessages, sessions as sessionsWords, security as words } from '@tribune/french/sentences/account.ts'
import { KeyRound, Monitor, Shield, ShieldCheck, Smartphone } from 'lucide'
import { useState } from 'react'
import { sessionsQuery } from '../../../data/account.ts'
import { useFan } from '../../../data/session.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ROWS, SettingsRow, SettingsSection } from '../../../ui/settings.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { FactorChange } from '../second-factor/factor-calls.ts'
import { FactorDialog } from '../second-factor/factor-dialog.tsx'
import { deviceName } from './device-words.ts'
import { IdentityList } from './identity-list.tsx'
import { endSessions } from './security-calls.ts'

const HANDHELD = /\b(?:Mobile|Android|iPhone|iPad)\b/

/** The fan's sign-in methods, second factor and sessions. */
export function Security() {
  return (
    <SettingsSection title={words.title}>
      <div className="tiles items-start gap-6 wide:gap-x-3">
        <IdentityList />
        <div className="flex min-w-0 flex-col gap-6">
          <FactorPanel />
          <SessionList />
        </div>
      </div>
    </SettingsSection>
  )
}

/** Shows whether a second factor is enabled, with its actions. */
function FactorPanel() {
  const isOn = useFan()?.two_factor === true
  const [change, setChange] = useState<FactorChange | null>(null)
  return (
    <section>
      <h3 className="mb-1">{factorWords.title}</h3>
      <p className="mb-3 text-sm text-quiet">{isOn ? factorWords.on : factorWords.off}</p>
      <ul className={ROWS}>
        <SettingsRow
          mark={<Icon of={isOn ? ShieldCheck : Shield} size={20} />}
          name={isOn ? factorWords.state.on : factorWords.state.off}
        >
          {isOn ? (
            <Button tone="danger" onClick={() => setChange('disable')}>
              {factorWords.begin.disable.action}
            </Button>
          ) : (
            <Button aria-label={factorWords.enable} onClick={() => setChange('enable')}>
              {factorWords.state.enable}
            </Button>
          )}
        </SettingsRow>
        {isOn && (
          <SettingsRow mark={<Icon of={KeyRound} size={20} />} name={factorWords.codesRow.name}>
            <Button aria-label={factorWords.begin.codes.action} onClick={() => setChange('codes')}>
              {factorWords.codesRow.action}
            </Button>
          </SettingsRow>
        )}
      </ul>
      <FactorDialog change={change} onClose={() => setChange(null)} />
    </section>
  )
}

/** The fan's sessions, with buttons to end them. */
function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: endSessions,
    onSuccess: async ({ ended }) => {
      toast(sessionsWords.ended(ended))
      await client.invalidateQueries(sessionsQuery)
    },
    onError: (cause) => toast(accountMessages.other(messageOf(cause)), 'error'),
  })
  const others = data?.items.filter(({ current }) => !current) ?? []
  return (
    <section>
      <h3 className="mb-1">{sessionsWords.title}</h3>
      <p className="mb-3 text-sm text-quiet">{sessionsWords.intro}</p>
      {data === undefined && error !== null && (
        <ErrorNotice message={accountMessages.other(messageOf(error))} error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton className="h-[66px] rounded-card" />}
      {data !== undefined && (
        <ul className={ROWS}>
          {data.items.map((session) => (
            <SessionRow key={session.id} session={session} busy={isPending} onEnd={() => mutate({ id: session.id })} />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button className="mt-3" busy={isPending} onClick={() => mutate({ scope: 'others' })}>
          {sessionsWords.endOthers}
        </Button>
      )}
    </section>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const name = deviceName(session.device)
  return (
    <SettingsRow
      mark={<Icon of={HANDHELD.test(session.device ?? '') ? Smartphone : Monitor} size={22} />}
      name={name}
      note={sessionsWords.since(relativeDay(session.since, serverNow()))}
    >
      {session.current ? (
        <StatusBadge>{sessionsWords.here}</StatusBadge>
      ) : (
        <Button tone="quiet" className="-mr-4" busy={busy} aria-label={sessionsWords.endOne(name)} onClick={onEnd}>
          {sessionsWords.end}
        </Button>
      )}
    </SettingsRow>
  )
}
