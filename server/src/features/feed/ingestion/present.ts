import { isPlausibleKickoff } from '@tribune/domain/matches/anomaly.ts'
import { readScore, type Shootout } from '@tribune/domain/matches/shootout.ts'
import type { FeedMatch, FeedMatchDetail, FeedPlayer, FootballFeed, ScoreParts } from '@tribune/football/feed.ts'
import { competitionInFrench, teamInFrench } from '@tribune/french/football-names.ts'
import { shootoutOf } from '../../common/shootouts/queries.ts'
import type { MatchRow } from '../../matches/matches/queries.ts'

/** Returns the feed with the names that French fans use for its international competitions and national teams. All other data is unchanged. */
export function feedInFrench(feed: FootballFeed): FootballFeed {
  return {
    name: feed.name,
    matchesOn: async (day) => (await feed.matchesOn(day)).map(matchInFrench),
    liveMatches: async () => (await feed.liveMatches()).map(matchInFrench),
    matchesByIds: async (ids) => (await feed.matchesByIds(ids)).map(detailInFrench),
    competitions: async () => (await feed.competitions()).map(refInFrench),
    isNational: (teamId) => feed.isNational(teamId),
    quota: () => feed.quota(),
  }
}

function refInFrench<Ref extends { readonly name: string; readonly country: string }>(ref: Ref): Ref {
  return { ...ref, name: competitionInFrench(ref.name, ref.country) }
}

function matchInFrench(match: FeedMatch): FeedMatch {
  const { home, away } = match
  return {
    ...match,
    competition: refInFrench(match.competition),
    home: { ...home, name: teamInFrench(home.name) },
    away: { ...away, name: teamInFrench(away.name) },
  }
}

function playerInFrench(player: FeedPlayer): FeedPlayer {
  return { ...player, team: teamInFrench(player.team) }
}

function detailInFrench(detail: FeedMatchDetail): FeedMatchDetail {
  return {
    ...detail,
    match: matchInFrench(detail.match),
    players: detail.players?.map(playerInFrench) ?? null,
  }
}

/** A match of the feed before it is applied, with its shoot-out apart from its goals. */
export interface ReadMatch extends FeedMatch {
  readonly shootout: Shootout | null
}

const NO_GOALS = { home: null, away: null }
const NO_PARTS: ScoreParts = { fulltime: NO_GOALS, extratime: NO_GOALS, kicks: NO_GOALS, winner: null }

/** Separates a match's goals from its shoot-out, and replaces an implausible kick-off by the stored one; returns `null` for a match without any. */
export function readMatch(match: FeedMatch, row: MatchRow | undefined, now: Date): ReadMatch | null {
  const isPlausible = isPlausibleKickoff(match.kickoffAt, now)
  if (!isPlausible && row === undefined) return null
  const { homeScore: home, awayScore: away, rawStatus, parts = NO_PARTS } = match
  const seen = { raw_status: rawStatus, goals: { home, away }, ...parts }
  const { goals, shootout } = readScore(seen, row === undefined ? null : storedScore(row))
  const kickoffAt = isPlausible || row === undefined ? match.kickoffAt : row.match_date
  return { ...match, kickoffAt, homeScore: goals.home, awayScore: goals.away, shootout }
}

function storedScore(row: MatchRow) {
  return {
    raw_status: row.raw_status,
    goals: { home: row.home_score, away: row.away_score },
    shootout: shootoutOf(row),
  }
}

/** Presents a shoot-out as columns; `null` is none. */
export function shootoutColumns(shootout: Shootout | null) {
  return {
    shootout: shootout !== null,
    home_kicks: shootout?.kicks?.home ?? null,
    away_kicks: shootout?.kicks?.away ?? null,
    shootout_winner: shootout?.winner ?? null,
  }
}

/** Returns whether a match's shoot-out differs from the stored one. */
export function isShootoutNews(row: MatchRow, match: ReadMatch): boolean {
  const next = shootoutColumns(match.shootout)
  return (Object.keys(next) as (keyof typeof next)[]).some((column) => row[column] !== next[column])
}
