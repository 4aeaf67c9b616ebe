import { useInfiniteQuery } from '@tanstack/react-query'
import type { AsideGroup } from '@tribune/contract/operator/ballots.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { ballots as words } from '@tribune/french/sentences/operator/ballots.ts'
import { useState } from 'react'
import { type Counts, olderAsideQuery, takeBack } from '../../../data/operator/ballots.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ConfirmAct } from '../act-buttons.tsx'
import { useAct } from '../use-act.ts'
import { ballotsWords, originWords, sharedWords } from './ballots-words.ts'

interface AsideListProps {
  readonly matchId: number
  readonly newest: readonly AsideGroup[]
  /** How many groups are set aside in all. */
  readonly total: number
  readonly mayAct: boolean
  readonly onDone: () => Promise<unknown>
}

/** The groups that are set aside, each with the way back; older ones are read by pages. */
export function AsideList({ matchId, newest, total, mayAct, onDone }: AsideListProps) {
  const act = useAct(takeBack, { done: ({ ballots }: Counts) => words.back(ballotsWords(ballots)), onDone })
  const [isAsked, setAsked] = useState(false)
  const last = newest.at(-1)?.id
  const older = useInfiniteQuery({ ...olderAsideQuery(matchId, last ?? ''), enabled: isAsked && last !== undefined })
  const groups = [...newest, ...(older.data?.pages.flat() ?? [])]
  const left = total - groups.length
  if (groups.length === 0) return <p>{words.noAside}</p>
  return (
    <>
      <ul className="flex flex-col gap-2">
        {groups.map((group) => (
          <AsideRow
            key={group.id}
            group={group}
            mayAct={mayAct}
            busy={act.isPending}
            onTakeBack={() => act.mutate(group, { onError: () => void onDone() })}
          />
        ))}
      </ul>
      {older.error !== null && (
        <ErrorNotice
          message={words.failed(messageOf(older.error))}
          error={older.error}
          onRetry={() => (older.data === undefined ? older.refetch() : older.fetchNextPage())}
        />
      )}
      {left > 0 && older.error === null && (
        <Button
          className="mt-4 w-full"
          busy={older.isFetching}
          onClick={() => (isAsked ? void older.fetchNextPage() : setAsked(true))}
        >
          {words.moreAside(left)}
        </Button>
      )}
    </>
  )
}

interface AsideRowProps {
  readonly group: AsideGroup
  readonly mayAct: boolean
  readonly busy: boolean
  readonly onTakeBack: () => void
}

function AsideRow({ group, mayAct, busy, onTakeBack }: AsideRowProps) {
  const ballots = ballotsWords(group.ballots)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-inner border border-line p-3">
      <div className="min-w-0">
        <p className="font-bold [overflow-wrap:anywhere]">{sharedWords(group)}</p>
        <p className="figures text-quiet">
          {words.asideSince(ballots, shortDay(group.created_at), hour(group.created_at))}
        </p>
        <p className="text-quiet">{originWords(group).join(', ')}</p>
        {group.reason !== '' && (
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{words.asideReason(group.reason)}</p>
        )}
      </div>
      {mayAct && (
        <ConfirmAct
          label={words.takeBack}
          title={words.takeBackTitle(ballots)}
          consequence={words.takeBackConsequence(ballots)}
          busy={busy}
          tone="plain"
          onConfirm={onTakeBack}
        />
      )}
    </li>
  )
}
