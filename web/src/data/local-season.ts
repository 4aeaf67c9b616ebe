import type { listCompetitions } from '@tribune/contract/competitions.ts'
import type { ListAppearances, ListSeasonPoints, listMatches } from '@tribune/contract/matches.ts'
import type { listPlayers } from '@tribune/contract/players.ts'
import type { getSeason, RankingPage } from '@tribune/contract/rankings.ts'
import { aggregateSeason, rankSeason } from '@tribune/domain/season/season.ts'
import { COMPETITIONS, MATCHES, PLAYER_POINTS } from '@tribune/protocol/cached-reads.ts'
import { MATCHES_PER_READ, POINTS_RANGES_LIMIT, POINTS_ROWS_LIMIT } from '@tribune/protocol/read-limits.ts'
import { get } from '../lib/http/api.ts'

/** Maximum number of ids of players that one read accepts. */
const PLAYERS_AT_ONCE = 200
/** Players at the top of the ranking whose club and photo are read. */
const MAX_FACES = 1_000

type Listed = Pick<RankingPage['items'][number], 'rank' | 'player_name' | 'player_id'>

/** Computes the season ranking on the phone, for when the server's own cannot be read. Equals it except for the trend. */
export async function aggregateLocally(signal: AbortSignal): Promise<RankingPage> {
  const [season, points, lineups, enabled] = await Promise.all([
    get<typeof getSeason>('/api/season', { signal }),
    readRows((query) => get<ListSeasonPoints>(PLAYER_POINTS, { query, signal })),
    readRows((query) => get<ListAppearances>('/api/match_lineups', { query, signal })),
    get<typeof listCompetitions>(COMPETITIONS, { query: { enabled: 'true' }, signal }),
  ])
  // Also those of lineups: a match without points counts as played.
  const matches = await readMatches([...new Set([...points, ...lineups].map((row) => row.match_id))], signal)
  const enabledIds = enabled.items.map((competition) => competition.id)
  const ranked = rankSeason(aggregateSeason(points, lineups, matches, enabledIds, season))
  const faces = await readFaces(
    ranked.slice(0, MAX_FACES).map((row) => row.player_id),
    signal,
  )
  const items = ranked.map((row) => {
    const { name = row.player_name, last_team = null, photo_url = null } = faces.get(row.player_id) ?? {}
    const face = { player_name: name, last_team, photo_url, trend: 'stable' as const }
    return { ...row, ...face, updated_at: new Date(0).toISOString() }
  })
  items.sort(asListed)
  return { items, total: items.length, season: { name: season.name, label: season.label } }
}

/** Compares rows in the server's order: by rank, then by name. */
function asListed(one: Listed, other: Listed): number {
  const byName = one.player_name < other.player_name ? -1 : Number(one.player_name > other.player_name)
  return one.rank - other.rank || byName || one.player_id - other.player_id
}

/** Reads all rows of a table, range by range until one is not full. */
async function readRows<Row>(
  read: (range: { from: number; to: number }) => Promise<{ readonly items: readonly Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let range = 0; range < POINTS_RANGES_LIMIT; range += 1) {
    const from = range * POINTS_ROWS_LIMIT
    const { items } = await read({ from, to: from + POINTS_ROWS_LIMIT - 1 })
    rows.push(...items)
    if (items.length < POINTS_ROWS_LIMIT) break
  }
  return rows
}

/** Reads matches, in as many reads as their number needs. */
export async function readMatches(ids: readonly number[], signal: AbortSignal) {
  const lists = await Promise.all(
    parts(ids, MATCHES_PER_READ).map((part) =>
      get<typeof listMatches>(MATCHES, { query: { ids: part.join(',') }, signal }),
    ),
  )
  return lists.flatMap((list) => list.items)
}

/** Reads names, clubs and photos from the server, which knows that a national side is not a player's club. */
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
