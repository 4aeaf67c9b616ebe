import { isVoteOpen } from '@tribune/domain/ballots/voting-window.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { useState } from 'react'
import { messageOf } from '../../lib/http/api-error.ts'
import { useListNow } from '../../lib/list/use-list-now.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { useOwnBallots } from '../home/use-own-ballots.ts'
import { DaySection } from './day-section.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
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
