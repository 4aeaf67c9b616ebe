import type { Position } from '@tribune/domain/podium.ts'
import { common, nouns } from '../../i18n/fr.ts'
import { player as words } from '../../i18n/fr-player.ts'
import { count, plural } from '../../lib/format/numbers.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MatchRow } from './match-row.tsx'
import type { PlayerHistoryRead } from './use-player-history.ts'

interface PlayerHistoryProps {
  readonly history: PlayerHistoryRead
  /** Where the fan placed the player, by match. */
  readonly picks: ReadonlyMap<number, Position> | undefined
}

/** His matches, newest first, twenty at a time. */
export function PlayerHistory({ history, picks }: PlayerHistoryProps) {
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
      <HistoryContent history={history} picks={picks} />
    </section>
  )
}

const ROWS = [0, 1, 2, 3, 4]

function HistoryContent({ history: { matches, query }, picks }: PlayerHistoryProps) {
  if (matches === undefined && query.isError) {
    return (
      <ErrorNotice
        message={words.loadError(messageOf(query.error))}
        error={query.error}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (matches === undefined) return ROWS.map((row) => <Skeleton key={row} className="mb-2 h-[104.7px] w-full" />)
  if (matches.length === 0) return <Notice>{words.empty}</Notice>
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
