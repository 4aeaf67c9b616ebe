import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { PlayerMatch } from '@tribune/contract/players.ts'
import type { Season } from '@tribune/contract/rankings.ts'
import type { Position } from '@tribune/domain/ballots/podium.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import { count, ordinal, plural } from '@tribune/french/format/numbers.ts'
import { shootoutWords } from '@tribune/french/format/shootout.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { player as words } from '@tribune/french/sentences/player.ts'
import { seasons } from '@tribune/french/sentences/rankings.ts'
import { useMemo } from 'react'
import { playerHistoryQuery } from '../../data/players.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Crest } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Earned } from './earned.tsx'
import { runsOfSeasons } from './season-rows.ts'

interface PlayerHistoryProps {
  readonly history: PlayerHistoryRead
  /** Where the fan placed the player, by match. */
  readonly picks: ReadonlyMap<number, Position> | undefined
  /** The seasons that name the matches, and that of the figures above; undefined while unknown. */
  readonly seasons: { readonly all: readonly Season[]; readonly shown: Season | undefined }
  /** The seasons are on their way. */
  readonly waiting: boolean
  /** Whether these are the matches of a past season only. */
  readonly isPast: boolean
}

/** Lists the player's matches, newest first, twenty at a time. */
export function PlayerHistory(props: PlayerHistoryProps) {
  const { matches, total } = props.history
  const several = isOfSeveral(props)
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{words.history}</h2>
        {matches !== undefined && matches.length > 0 && (
          <p role="status" className="text-sm text-quiet">
            {matches.length < total
              ? words.shown(count(matches.length), plural(total, nouns.match))
              : plural(total, nouns.match)}
            {several && words.allSeasons}
          </p>
        )}
      </div>
      <HistoryContent {...props} several={several} />
    </section>
  )
}

/** Returns whether the matches are not all of the season of the figures above: each season is named then. */
function isOfSeveral({ history: { matches = [] }, seasons: { all, shown } }: PlayerHistoryProps): boolean {
  return all.length > 0 && runsOfSeasons(matches, all).some(({ season }) => season !== shown)
}

const ROWS = [0, 1, 2, 3, 4]

interface ContentProps extends PlayerHistoryProps {
  readonly several: boolean
}

function HistoryContent({ history: { matches, query }, picks, seasons, waiting, several, isPast }: ContentProps) {
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
  if (matches === undefined || (waiting && matches.length > 0))
    return ROWS.map((row) => <Skeleton key={row} className="mb-2 h-[104.7px] w-full" />)
  if (matches.length === 0) {
    return isPast ? <Notice actions={<ToOpenSeason />}>{words.emptySeason}</Notice> : <Notice>{words.empty}</Notice>
  }
  return (
    <>
      {runsOfSeasons(matches, seasons.all).map(({ season, matches: run }) => (
        <div key={run[0]?.match_id} className="not-first:mt-5">
          {several && (
            <h3 className="mb-2 text-sm text-quiet">
              {season === undefined ? words.otherSeasons : words.season(season.name, season.label)}
            </h3>
          )}
          <ul className="flex flex-col gap-2">
            {run.map((match) => (
              <MatchRow key={match.match_id} match={match} pick={picks?.get(match.match_id)} />
            ))}
          </ul>
        </div>
      ))}
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

interface MatchRowProps {
  readonly match: PlayerMatch
  /** Where the fan placed the player in this match. */
  readonly pick: Position | undefined
}

/** One match: clubs, date, the player's points, and a link to it. */
function MatchRow({ match, pick }: MatchRowProps) {
  const isHome = match.player_side === 'home'
  const decided = shootoutWords(match)
  return (
    <li>
      <Link
        to="/match/$id"
        params={{ id: match.match_id }}
        className="flex items-center gap-3 rounded-card border border-line bg-surface p-3 hover:bg-raised"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <Side team={match.home_team} logo={match.home_team_logo} score={match.home_score} own={isHome} />
          <Side team={match.away_team} logo={match.away_team_logo} score={match.away_score} own={!isHome} />
          <span className="mt-1 truncate text-sm text-quiet first-letter:uppercase">
            {relativeDay(match.match_date, serverNow())} · <bdi>{match.competition_name}</bdi>
          </span>
          {decided !== null && <span className="truncate text-sm text-quiet">{decided}</span>}
          {match.joined && <span className="truncate text-sm font-semibold">{words.joined(match.player_team)}</span>}
          {pick !== undefined && (
            <span className="flex items-center gap-1.5 text-sm font-semibold">
              <Mark size={16} />
              {words.myPick(ordinal(pick))}
            </span>
          )}
        </span>
        <span className="flex w-28 shrink-0 justify-end self-stretch border-l border-line pl-3 [&>*]:self-center">
          <Earned match={match} />
        </span>
      </Link>
    </li>
  )
}

interface SideProps {
  readonly team: string
  readonly logo: string | null
  readonly score: number | null
  /** The side they play for. */
  readonly own: boolean
}

function Side({ team, logo, score, own }: SideProps) {
  return (
    <span className="flex items-center gap-2 leading-7">
      <Crest name={team} src={logo} size={22} />
      <bdi className={`min-w-0 truncate ${own ? 'font-bold' : ''}`}>{team}</bdi>
      <span className={`figures ml-auto pl-1 text-lg leading-7 ${own ? 'font-extrabold' : 'font-semibold'}`}>
        {score === null ? '–' : count(score)}
      </span>
    </span>
  )
}

export type PlayerHistoryRead = ReturnType<typeof usePlayerHistory>

/** Returns the player's matches of all loaded pages, of a past season if asked for, once each: a result that comes out between two pages moves the rows. */
export function usePlayerHistory(id: number, season: number | undefined) {
  const query = useInfiniteQuery(playerHistoryQuery(id, season))
  const pages = query.data?.pages
  const matches = useMemo(
    () => pages && [...new Map(pages.flatMap(({ items }) => items.map((match) => [match.match_id, match]))).values()],
    [pages],
  )
  return { query, matches, total: pages?.at(-1)?.total ?? 0 }
}
