import type { listCompetitions } from '@tribune/contract/competitions.ts'
import type { listMatches, SeasonAppearance, SeasonPoints } from '@tribune/contract/matches.ts'
import type { listPlayers } from '@tribune/contract/players.ts'
import type { getSeason } from '@tribune/contract/rankings.ts'
import { POINTS_RANGES_LIMIT, POINTS_ROWS_LIMIT } from '@tribune/domain/refresh.ts'
import { aggregateSeason, rankSeason } from '@tribune/domain/season.ts'
import { get, request } from '../../lib/http/api.ts'
import type { RankingPage } from './ranking-query.ts'

/** Most ids that one reading takes, of matches and of players. */
const MATCHES_AT_ONCE = 500
const PLAYERS_AT_ONCE = 200
/** Players whose club and photo are read: those that are looked at. */
const MOST_FACES = 1_000

type Listed = Pick<RankingPage['items'][number], 'rank' | 'player_name' | 'player_id'>

/** The season added up here from its parts, for when the server's own ranking cannot be read: the same but for the trend. */
export async function aggregateLocally(signal: AbortSignal): Promise<RankingPage> {
  const [season, points, lineups, enabled] = await Promise.all([
    get<typeof getSeason>('/api/season', { signal }),
    readRows<SeasonPoints>('/api/match_player_points', signal),
    readRows<SeasonAppearance>('/api/match_lineups', signal),
    get<typeof listCompetitions>('/api/available_competitions', { query: { enabled: 'true' }, signal }),
  ])
  // Of lineups too: a match without points was played all the same.
  const matches = await readMatches([...new Set([...points, ...lineups].map((row) => row.match_id))], signal)
  const enabledIds = enabled.items.map((competition) => competition.id)
  const ranked = rankSeason(aggregateSeason(points, lineups, matches, enabledIds, season))
  const faces = await readFaces(
    ranked.slice(0, MOST_FACES).map((row) => row.player_id),
    signal,
  )
  const items = ranked.map((row) => {
    const { name = row.player_name, last_team = null, photo_url = null } = faces.get(row.player_id) ?? {}
    const told = { player_name: name, last_team, photo_url, trend: 'stable' as const }
    return { ...row, ...told, updated_at: new Date(0).toISOString() }
  })
  items.sort(asListed)
  return { items, total: items.length, season: { name: season.name, label: season.label } }
}

/** The server's order: players who share a rank by name. */
function asListed(one: Listed, other: Listed): number {
  const byName = one.player_name < other.player_name ? -1 : Number(one.player_name > other.player_name)
  return one.rank - other.rank || byName || one.player_id - other.player_id
}

/** All rows of a table, range after range until one is not full. */
async function readRows<Row>(path: string, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (let range = 0; range < POINTS_RANGES_LIMIT; range += 1) {
    const from = range * POINTS_ROWS_LIMIT
    // What these addresses list depends on what is asked for, more than their contract's type tells.
    const { items } = await request<{ items: Row[] }>('GET', path, {
      query: { from, to: from + POINTS_ROWS_LIMIT - 1 },
      signal,
    })
    rows.push(...items)
    if (items.length < POINTS_ROWS_LIMIT) break
  }
  return rows
}

async function readMatches(ids: readonly number[], signal: AbortSignal) {
  const lists = await Promise.all(
    parts(ids, MATCHES_AT_ONCE).map((part) =>
      get<typeof listMatches>('/api/matches', { query: { ids: part.join(',') }, signal }),
    ),
  )
  return lists.flatMap((list) => list.items)
}

/** Names, clubs and photos, which the server has right: a player's national side is not their club. */
async function readFaces(ids: readonly number[], signal: AbortSignal) {
  const lists = await Promise.all(
    parts(ids, PLAYERS_AT_ONCE).map((part) =>
      get<typeof listPlayers>('/api/players_ref', { query: { ids: part.join(',') }, signal }),
    ),
  )
  return new Map(lists.flatMap((list) => list.items.map((player) => [player.id, player])))
}

function parts(ids: readonly number[], size: number): (readonly number[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => ids.slice(part * size, (part + 1) * size))
}
