import { useQuery } from '@tanstack/react-query'
import type { Vote } from '@tribune/contract/votes.ts'
import { isVoteOpen } from '@tribune/domain/ballots/voting-window.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { useMemo, useState } from 'react'
import { ownBallotsQuery } from '../../data/ballots/own-ballots.ts'
import { useFan } from '../../data/session.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { SKELETON_CARDS } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useListNow } from '../home/use-list-now.ts'
import { DaySection } from './day-section.tsx'
import type { PlayedHistory } from './use-history.ts'

/** Matches that render immediately. */
const FIRST_DRAWN = 8

/** Skeletons, an error, the empty state, or the days. Prefers an old list to an error. */
export function HistoryContent({ played }: { readonly played: PlayedHistory }) {
  const { query, matches, days, competition, choose, refresh, refreshing } = played
  const now = useListNow(matches, query.dataUpdatedAt)
  const open = matches.filter((match) => isVoteOpen(match, now)).map(({ match_id }) => match_id)
  const [focused, setFocused] = useState<number | null>(null)
  const ballots = useOwnBallots(open.join(','), open)
  if (query.data === undefined && query.isError) {
    return (
      <div className="mt-4">
        <ErrorNotice
          message={history.loadError(messageOf(query.error))}
          error={query.error}
          onRetry={() => query.refetch()}
        />
      </div>
    )
  }
  if (query.data === undefined) return <HistorySkeleton />
  const { winners } = query.data
  let before = 0
  return (
    <>
      <p role="status" className="sr-only">
        {history.shown(plural(matches.length, nouns.match), matches.length < 2)}
      </p>
      {matches.length === 0 && (
        <div className="mt-4">
          <Notice
            actions={
              competition === null ? (
                <Button busy={refreshing} onClick={refresh}>
                  {common.refresh}
                </Button>
              ) : (
                <Button onClick={() => choose(null)}>{history.reset}</Button>
              )
            }
          >
            {history.empty}
          </Notice>
        </div>
      )}
      {days.map((day, index) => {
        const atOnce = before < FIRST_DRAWN || (focused !== null && Math.abs(index - focused) === 1)
        before += day.matches.length
        return (
          <DaySection
            key={day.key}
            day={day}
            now={now}
            winners={winners}
            ballots={ballots}
            atOnce={atOnce}
            index={index}
            onFocus={setFocused}
          />
        )
      })}
    </>
  )
}

const KEYS = Array.from({ length: SKELETON_CARDS }, (_, index) => index)

/** A day with six cards, of the same size as the real ones. */
function HistorySkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="mt-5 mb-2 h-[calc(1.2rem*1.3)] w-32" />
      <div className="grid gap-3 wide:grid-cols-2">
        {KEYS.map((key) => (
          <div key={key} className="flex flex-col rounded-card border border-line bg-surface px-3 pt-2.5">
            <div className="flex h-6 items-center">
              <Skeleton className="h-4 w-36" />
            </div>
            <div className="mt-2 mb-2.5 flex flex-col gap-1.5">
              <TeamSkeleton />
              <TeamSkeleton />
            </div>
            <div className="flex min-h-13 items-center justify-between border-t border-line">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-4 w-32" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function TeamSkeleton() {
  return (
    <div className="flex h-7 items-center gap-3">
      <Skeleton className="size-7" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="ml-auto h-6 w-5" />
    </div>
  )
}

/**
 * Returns the fan's own ballots by match, empty for a visitor. Makes no request if there are no matches. `list` names the list of the matches.
 */
function useOwnBallots(list: string, matchIds: readonly number[]): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const { data } = useQuery({
    ...ownBallotsQuery(list, fan?.id ?? '', matchIds),
    enabled: Boolean(fan) && matchIds.length > 0,
  })
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}
