import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { common } from '../../i18n/fr.ts'
import { player as words } from '../../i18n/fr-rankings.ts'
import { messageOf } from '../../lib/api-error.ts'
import { relativeDay } from '../../lib/dates.ts'
import { count } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PlayerMatch } from './api.ts'

interface PlayerHistoryProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly PlayerMatch[] }>>
}

/** His matches, newest first, twenty at a time. */
export function PlayerHistory({ query }: PlayerHistoryProps) {
  return (
    <section className="mt-6">
      <h2 className="mb-3 text-lg">{words.history}</h2>
      <HistoryContent query={query} />
    </section>
  )
}

const ROWS = [0, 1, 2, 3, 4]

function HistoryContent({ query }: PlayerHistoryProps) {
  const matches = query.data?.pages.flatMap((page) => page.items)
  if (matches === undefined && query.isError) {
    return (
      <ErrorNotice
        message={words.loadError(messageOf(query.error))}
        actions={<Button onClick={() => query.refetch()}>{common.retry}</Button>}
      />
    )
  }
  if (matches === undefined) return ROWS.map((row) => <Skeleton key={row} className="mb-2 h-24 w-full" />)
  if (matches.length === 0) return <Notice>{words.empty}</Notice>
  return (
    <>
      <ul className="flex flex-col gap-2">
        {matches.map((match) => (
          <MatchRow key={match.match_id} match={match} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="mt-3 w-full" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}

function MatchRow({ match }: { readonly match: PlayerMatch }) {
  return (
    <li>
      <Link
        to="/match/$id"
        params={{ id: String(match.match_id) }}
        className="flex items-center gap-3 rounded-card border border-line bg-surface p-3 hover:bg-raised"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <Side team={match.home_team} score={match.home_score} own={match.player_team === match.home_team} />
          <Side team={match.away_team} score={match.away_score} own={match.player_team === match.away_team} />
          <span className="mt-1 truncate text-sm text-quiet first-letter:uppercase">
            {relativeDay(match.match_date, serverNow())} · {match.competition_name}
          </span>
        </span>
        <Earned match={match} />
      </Link>
    </li>
  )
}

function Side({ team, score, own }: { readonly team: string; readonly score: number | null; readonly own: boolean }) {
  return (
    <span className="flex gap-2 leading-6">
      <span className={`truncate ${own ? 'font-bold' : ''}`}>{team}</span>
      <span className="figures ml-auto text-lg leading-6 font-bold">{score ?? '–'}</span>
    </span>
  )
}

/** Points and rank, or why there are none. */
function Earned({ match }: { readonly match: PlayerMatch }) {
  const idle = match.minutes_played === 0
  if (idle || match.points === 0) {
    return (
      <span className="w-24 shrink-0 border-l border-line pl-3 text-right text-sm text-quiet">
        {idle ? words.didNotPlay : words.outsideTop}
      </span>
    )
  }
  return (
    <span className="flex w-24 shrink-0 flex-col items-end border-l border-line pl-3">
      <span className="figures text-2xl font-extrabold">
        {count(match.points)} <span className="sr-only">{words.pointsUnit}</span>
      </span>
      {match.rank !== null && <span className="text-sm text-quiet">{words.rankOfMatch(match.rank)}</span>}
    </span>
  )
}
