import { queryOptions } from '@tanstack/react-query'
import type { listCompetitions } from '@tribune/contract/competitions.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import type {
  footballApi,
  getHomeFixture,
  getMatchScreen,
  ListLineup,
  ListPoints,
  listHomeFixtures,
} from '@tribune/contract/matches.ts'
import type { listOpenRuns } from '@tribune/contract/operator/overview.ts'
import type { listEdgeMetrics, seasonRanking } from '@tribune/contract/operator/runs.ts'
import type { findPlayers } from '@tribune/contract/operator/search.ts'
import type { getPlayerCompleteHistory, PlayerMatch } from '@tribune/contract/players.ts'
import type { getSeason, getSeasonRanking, listSeasonPlayerPoints, listSeasons } from '@tribune/contract/rankings.ts'
import type { countAllVotes, listLatestVotes, listMatchVotesExpanded } from '@tribune/contract/votes.ts'
import { aggregateSeason } from '@tribune/domain/season/season.ts'
import {
  COMPETITIONS,
  LINEUP_HISTORY,
  MATCH_SCREEN,
  PLAYER_POINTS,
  SEASON_POINTS,
  SEASON_RANKING,
  SEASONS,
} from '@tribune/protocol/cached-reads.ts'
import { call, get } from '../../lib/http/api.ts'
import { REQUEST_TIMEOUT_MS } from '../../lib/limits.ts'
import { onServer } from '../../lib/native/server.ts'
import { readMatches } from '../local-season.ts'

const PAGES = ['operator', 'pages'] as const
/** Matches offered for choice. */
const RECENT = 20
/** More than a match has players. */
const WHOLE_RANKING = 120
/** Picks of a match in one reading. */
export const PICKS_PAGE = 100
const HISTORY_PAGE = 100
/** More matches than a season has for one player. */
const MAX_HISTORY_PAGES = 5
/** More matches than one player has in a season. */
const MAX_MATCHES = 1_000

export type EdgeMetric = Output<typeof listEdgeMetrics>['items'][number]
export type FoundPlayer = Output<typeof findPlayers>['items'][number]

/** The newest finished matches. */
export const recentMatchesQuery = queryOptions({
  queryKey: [...PAGES, 'recent'],
  queryFn: async ({ signal }) => {
    const query = { status: 'finished', order: 'desc', limit: RECENT } as const
    return (await get<typeof listHomeFixtures>('/api/home_fixtures', { query, signal })).items
  },
})

/** One match; refused with `match_not_found`. */
export function fixtureQuery(id: number) {
  return queryOptions({
    queryKey: [...PAGES, 'fixture', id],
    queryFn: ({ signal }) =>
      get<typeof getHomeFixture>('/api/home_fixtures/:match_id', { params: { match_id: id }, signal }),
  })
}

/** The stored ranking of one match, whole; empty until it is published. */
export function matchPointsQuery(id: number) {
  return queryOptions({
    queryKey: [...PAGES, 'points', id],
    queryFn: async ({ signal }) => {
      const query = { match_id: id, limit: WHOLE_RANKING }
      return (await get<ListPoints>(PLAYER_POINTS, { query, signal })).items
    },
  })
}

/** The lineup of one match. */
export function lineupQuery(id: number) {
  return queryOptions({
    queryKey: [...PAGES, 'lineup', id],
    queryFn: async ({ signal }) =>
      (await get<ListLineup>('/api/match_lineups', { query: { match_id: id }, signal })).items,
  })
}

/** All that the match screen shows, as stored. */
export function screenQuery(id: number) {
  return queryOptions({
    queryKey: [...PAGES, 'screen', id],
    queryFn: ({ signal }) => get<typeof getMatchScreen>(MATCH_SCREEN, { query: { match_id: id }, signal }),
  })
}

/** Reads the football function's answer for one match: its lineup, or its details. */
export function footballQuery(fn: 'match_lineups' | 'match_details', id: number) {
  return queryOptions({
    queryKey: [...PAGES, 'football', fn, id],
    queryFn: ({ signal }) =>
      get<typeof footballApi>('/api/functions/football-api', { query: { fn, match_id: id }, signal }),
  })
}

/** The first of the season, as stored. */
export function storedSeasonQuery(limit: number) {
  return queryOptions({
    queryKey: [...PAGES, 'season', limit],
    queryFn: async ({ signal }) =>
      (await get<typeof listSeasonPlayerPoints>(SEASON_POINTS, { query: { limit }, signal })).items,
  })
}

/** The first of the season, as the ranking screen reads it. */
export function shownSeasonQuery(limit: number) {
  return queryOptions({
    queryKey: [...PAGES, 'ranking', limit],
    queryFn: ({ signal }) => get<typeof getSeasonRanking>(SEASON_RANKING, { query: { p_limit: limit }, signal }),
  })
}

/** Number of complete ballots of all fans. */
export const votesCountQuery = queryOptions({
  queryKey: [...PAGES, 'votes', 'count'],
  queryFn: async ({ signal }) => (await get<typeof countAllVotes>('/api/votes_count', { signal })).count,
})

/** The newest ballots of all fans. */
export function latestVotesQuery(limit: number) {
  return queryOptions({
    queryKey: [...PAGES, 'votes', 'latest', limit],
    queryFn: async ({ signal }) =>
      (await get<typeof listLatestVotes>('/api/votes_latest', { query: { limit }, signal })).items,
  })
}

/** Picks of one match, from `offset` on. */
export function picksQuery(id: number, offset: number) {
  return queryOptions({
    queryKey: [...PAGES, 'votes', 'picks', id, offset],
    queryFn: ({ signal }) => {
      const query = { match_id: id, limit: PICKS_PAGE, offset }
      return get<typeof listMatchVotesExpanded>('/api/match_votes_expanded', { query, signal })
    },
  })
}

/** Players whom a name finds, accents aside. */
export function playersByNameQuery(name: string) {
  return queryOptions({
    queryKey: [...PAGES, 'players', name],
    queryFn: async ({ signal }) =>
      (await get<typeof findPlayers>('/api/players_by_name', { query: { name }, signal })).items,
  })
}

/** A player's stored season row, or `null`; what their matches add up to, or `null`; their matches of all seasons; the open season, and all seasons. */
export function playerTotalsQuery(id: number) {
  return queryOptions({
    queryKey: [...PAGES, 'totals', id],
    queryFn: async ({ signal }) => {
      const [stored, points, history, season, competitions, seasons] = await Promise.all([
        get<typeof listSeasonPlayerPoints>(SEASON_POINTS, { query: { player_id: id }, signal }),
        get<ListPoints>(PLAYER_POINTS, { query: { player_id: id }, signal }),
        wholeHistory(id, signal),
        get<typeof getSeason>('/api/season', { signal }),
        get<typeof listCompetitions>(COMPETITIONS, { query: { enabled: 'true' }, signal }),
        get<typeof listSeasons>(SEASONS, { signal }),
      ])
      const published = history.filter((match) => match.published)
      const ids = [...new Set([...points.items, ...published].map(({ match_id }) => match_id))]
      const matches = await readMatches(ids.slice(0, MAX_MATCHES), signal)
      const appearances = published.map((match) => ({ ...match, player_id: id, player_name: '' }))
      const enabled = competitions.items.map((competition) => competition.id)
      const [added] = aggregateSeason(points.items, appearances, matches, enabled, season)
      return { stored: stored.items[0] ?? null, added: added ?? null, history, season, seasons: seasons.items }
    },
  })
}

async function wholeHistory(id: number, signal: AbortSignal): Promise<readonly PlayerMatch[]> {
  const rows: PlayerMatch[] = []
  for (let page = 0; page < MAX_HISTORY_PAGES; page += 1) {
    const query = { p_player_id: id, p_limit: HISTORY_PAGE, p_offset: page * HISTORY_PAGE }
    const { items } = await get<typeof getPlayerCompleteHistory>(LINEUP_HISTORY, { query, signal })
    rows.push(...items)
    if (items.length < HISTORY_PAGE) break
  }
  return rows
}

/** The latest ended runs, of one function or of all. */
export function runsQuery(functionName: string | undefined) {
  return queryOptions({
    queryKey: [...PAGES, 'runs', functionName],
    queryFn: async ({ signal }) => {
      const query = { function_name: functionName }
      return (await get<typeof listEdgeMetrics>('/api/edge_metrics', { query, signal })).items
    },
  })
}

/** Background jobs under way. */
export const openRunsQuery = queryOptions({
  queryKey: [...PAGES, 'open-runs'],
  queryFn: async ({ signal }) => (await get<typeof listOpenRuns>('/api/open_runs', { signal })).items,
})

/** Rebuilds every stored row of the season. */
export function rebuildSeason(): Promise<Output<typeof seasonRanking>> {
  return call<typeof seasonRanking>('POST', '/api/functions/season-ranking', { body: {} })
}

/** The functions that the operator's page probes (spec section 7). */
const PROBED = ['ranking-engine', 'football-api', 'award-xp', 'season-ranking'] as const
type ProbedFunction = (typeof PROBED)[number]

/** The answer to a probe: `status` is `null` where there was none. */
export interface Probe {
  readonly name: ProbedFunction
  readonly ok: boolean
  readonly status: number | null
  readonly ms: number
}

/** Asks each function by OPTIONS whether it is there; nothing runs. */
export const probesQuery = queryOptions({
  queryKey: [...PAGES, 'probes'],
  queryFn: ({ signal }) => Promise.all(PROBED.map((name) => probe(name, signal))),
  staleTime: 0,
})

async function probe(name: ProbedFunction, signal: AbortSignal): Promise<Probe> {
  const start = performance.now()
  const answered = (ok: boolean, status: number | null) => ({
    name,
    ok,
    status,
    ms: Math.round(performance.now() - start),
  })
  try {
    const { ok, status } = await fetch(onServer(`/api/functions/${name}`), {
      method: 'OPTIONS',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return answered(ok, status)
  } catch (error) {
    if (signal.aborted) throw error
    return answered(false, null)
  }
}
