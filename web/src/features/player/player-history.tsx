import { useParams } from '@tanstack/react-router'
import type { Position } from '@tribune/domain/podium.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { player as words } from '@tribune/french/sentences/player.ts'
import { seasons } from '@tribune/french/sentences/seasons.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MatchRow } from './match-row.tsx'
import type { PlayerHistoryRead } from './use-player-history.ts'

interface PlayerHistoryProps {
  readonly history: PlayerHistoryRead
  /** Where the fan placed the player, by match. */
  readonly picks: ReadonlyMap<number, Position> | undefined
  /** Whether these are the matches of a past season only. */
  readonly isPast: boolean
}

/** Lists the player's matches, newest first, twenty at a time. */
export function PlayerHistory({ history, picks, isPast }: PlayerHistoryProps) {
  const { matches, total } = history
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{words.history}</h2>
        {matches !== undefined && matches.length > 0 && (
          <p role="status" className="text-sm text-quiet">
            {matches.length < total
              ? words.shown(count(matches.length), plural(total, nouns.match))
              : plural(total, nouns.match)}
          </p>
        )}
      </div>
      <HistoryContent history={history} picks={picks} isPast={isPast} />
    </section>
  )
}

const ROWS = [0, 1, 2, 3, 4]

function HistoryContent({ history: { matches, query }, picks, isPast }: PlayerHistoryProps) {
  if (matches === undefined && query.isError) {
    if (query.error instanceof ApiError && query.error.code === 'season_not_found') {
      return <Notice actions={<ToOpenSeason />}>{messageOf(query.error)}</Notice>
    }
    return (
      <ErrorNotice
        message={words.loadError(messageOf(query.error))}
        error={query.error}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (matches === undefined) return ROWS.map((row) => <Skeleton key={row} className="mb-2 h-[104.7px] w-full" />)
  if (matches.length === 0) {
    return isPast ? <Notice actions={<ToOpenSeason />}>{words.emptySeason}</Notice> : <Notice>{words.empty}</Notice>
  }
  return (
    <>
      <ul className="flex flex-col gap-2">
        {matches.map((match) => (
          <MatchRow key={match.match_id} match={match} pick={picks?.get(match.match_id)} />
        ))}
      </ul>
      <More query={query} />
    </>
  )
}

/** The way from a past season to the open one, on the same page. */
function ToOpenSeason() {
  const { id } = useParams({ from: '/player/$id' })
  return (
    <ButtonLink to="/player/$id" params={{ id }}>
      {seasons.toOpen}
    </ButtonLink>
  )
}

/** The way to older matches, at the end of those shown; a failure leaves them there. */
function More({ query }: Pick<PlayerHistoryRead, 'query'>) {
  if (!query.hasNextPage) return null
  return (
    <div className="mt-3 flex flex-col gap-2">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-center text-sm text-quiet">
          {words.moreFailed}
        </p>
      )}
      <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {query.isFetchNextPageError ? common.retry : words.more}
      </Button>
    </div>
  )
}
