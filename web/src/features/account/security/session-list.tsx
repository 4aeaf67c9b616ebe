import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@tribune/contract/accounts.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import { accountMessages, sessions as words } from '@tribune/french/sentences/account.ts'
import { Monitor, Smartphone } from 'lucide'
import { sessionsQuery } from '../../../data/account.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ROWS, SettingsRow } from '../../../ui/settings.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { deviceName } from './device-words.ts'
import { endSessions } from './security-calls.ts'

const HANDHELD = /\b(?:Mobile|Android|iPhone|iPad)\b/

/** The fan's sessions, with buttons to end them. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: endSessions,
    onSuccess: async ({ ended }) => {
      toast(words.ended(ended))
      await client.invalidateQueries(sessionsQuery)
    },
    onError: (cause) => toast(accountMessages.other(messageOf(cause)), 'error'),
  })
  const others = data?.items.filter(({ current }) => !current) ?? []
  return (
    <section>
      <h3 className="mb-1">{words.title}</h3>
      <p className="mb-3 text-sm text-quiet">{words.intro}</p>
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
          {words.endOthers}
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
      note={words.since(relativeDay(session.since, serverNow()))}
    >
      {session.current ? (
        <StatusBadge>{words.here}</StatusBadge>
      ) : (
        <Button tone="quiet" className="-mr-4" busy={busy} aria-label={words.endOne(name)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </SettingsRow>
  )
}
