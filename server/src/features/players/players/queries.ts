import type { Shootout } from '@tribune/domain/matches/shootout.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'
import { shootoutOfMatch } from '../../common/shootouts/queries.ts'
import { nameCompetition, sharedNameCountry } from '../../matches/competitions/queries.ts'
import type { SeasonBounds } from '../../season/season-ranking/queries.ts'

export function players(db: Db, ids: readonly number[]) {
  return db.selectFrom('players_ref').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute()
}

export function player(db: Db, id: number) {
  return db.selectFrom('players_ref').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Letters from which on the index of trigrams finds a word. */
const TRIGRAM_LETTERS = 3
/** Greater than any character of a name. */
const LAST_CHARACTER = '\u{10ffff}'

/**
 * Selects players whose name has every word of `key` (`nameKey` of the domain) and who are not an alias: exact matches first, then the shortest names. If all words
 * have one or two letters, selects players whose name begins with `key`, in alphabetical order. Only for such names does an index avoid reading all
 * names.
 */
export async function playersNamed(db: Db, key: string, limit: number) {
  const words = key.split(' ')
  const isShort = words.every((word) => [...word].length < TRIGRAM_LETTERS)
  const written = sql`name_key(name) COLLATE "C"`
  const found = isShort
    ? sql`${written} >= ${key} AND ${written} < ${key + LAST_CHARACTER}`
    : sql.join(
        words.map((word) => sql`name_key(name) LIKE ${`%${word}%`}`),
        sql` AND `,
      )
  const order = isShort ? sql`${written}, id` : sql`name_key(name) <> ${key}, length(name), name, id`
  const { rows } = await sql<{ id: number; name: string; photo_url: string | null; last_team: string | null }>`
    SELECT id, name, photo_url, last_team FROM players_ref p
    WHERE ${found} AND NOT EXISTS (SELECT FROM player_aliases WHERE alias_id = p.id)
    ORDER BY ${order} LIMIT ${limit}`.execute(db)
  return rows
}

export async function isKnown(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('players_ref').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export interface HistoryRow {
  readonly match_id: number
  readonly match_date: Date
  readonly home_team_id: number
  readonly home_team: string
  readonly home_team_logo: string | null
  readonly away_team_id: number
  readonly away_team: string
  readonly away_team_logo: string | null
  readonly home_score: number | null
  readonly away_score: number | null
  readonly shootout: Shootout | null
  readonly competition_id: number
  readonly competition_name: string
  readonly player_team: string
  readonly player_side: 'home' | 'away'
  readonly joined: boolean
  readonly minutes_played: number | null
  readonly points: number
  readonly rank: number | null
  readonly published: boolean
  readonly source: 'votes' | 'ratings_fallback' | null
  readonly total: number
}

interface WithCountry {
  readonly competition_country: string | null
}

export interface Page {
  readonly playerId: number
  readonly limit: number
  readonly offset: number
  /** Only matches that count within; all of the competitions that are shown for `null`. */
  readonly season: SeasonBounds | null
}

/** Selects each team of the player with their first match for it. `s.since > (SELECT min(since) FROM spells)`: not the first known team. */
const spells = (playerId: number) => sql`
  spells AS (
    SELECT l.team_id, min(m.match_date) AS since FROM match_lineups l JOIN matches m ON m.id = l.match_id
    WHERE l.player_id = ${playerId} GROUP BY l.team_id
  )`
/** A finished season keeps the competitions that counted in it, even if some are hidden or shown since. */
const isCounted = (season: SeasonBounds | null) =>
  season === null || season.hidden === null ? sql`c.enabled` : sql`c.id <> ALL (${season.hidden}::integer[])`
const columns = sql`
  m.id AS match_id, m.match_date, m.home_team_id, m.away_team_id, h.name AS home_team, h.logo AS home_team_logo, a.name AS away_team, a.logo AS away_team_logo,
  m.home_score, m.away_score, ${shootoutOfMatch} AS shootout, m.competition_id, c.name AS competition_name, ${sharedNameCountry('c.id')} AS competition_country,
  CASE WHEN s.team_id = m.home_team_id THEN 'home' ELSE 'away' END AS player_side,
  l.player_id IS NOT NULL AND m.match_date = s.since AND s.since > (SELECT min(since) FROM spells) AS joined,
  coalesce(p.points, 0) AS points, p.rank, m.published_at IS NOT NULL AS published,
  CASE WHEN m.published_at IS NOT NULL THEN m.ranking_source END AS source, (count(*) OVER ())::integer AS total`
const joins = ({ playerId, season }: Page) => sql`
  JOIN available_competitions c ON c.id = m.competition_id AND ${isCounted(season)}
  JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id
  LEFT JOIN match_player_points p ON p.match_id = m.id AND p.player_id = ${playerId} AND m.published_at IS NOT NULL`

const within = (season: SeasonBounds | null) =>
  season === null ? sql`` : sql`AND m.match_date >= ${season.start} AND m.match_date < ${season.end}`

/** Selects finished matches with the player in the lineup, newest first. */
export async function completeHistory(db: Db, page: Page): Promise<HistoryRow[]> {
  const { playerId, limit, offset, season } = page
  const { rows } = await sql<HistoryRow & WithCountry>`
    WITH ${spells(playerId)}
    SELECT ${columns}, l.player_team, l.minutes_played
    FROM match_lineups l JOIN spells s ON s.team_id = l.team_id
    JOIN matches m ON m.id = l.match_id AND m.status = 'finished' ${joins(page)}
    WHERE l.player_id = ${playerId} ${within(season)}
    ORDER BY m.match_date DESC, m.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(nameCompetition)
}

/** Selects the same, and matches that the player's current club (`null` if unknown) has played without them since they joined: 0 minutes. */
export async function teamHistory(db: Db, page: Page & { readonly clubId: number | null }): Promise<HistoryRow[]> {
  const { playerId, limit, offset, clubId, season } = page
  const { rows } = await sql<HistoryRow & WithCountry>`
    WITH ${spells(playerId)}
    SELECT ${columns}, coalesce(l.player_team, t.name) AS player_team,
      CASE WHEN l.player_id IS NULL THEN 0 ELSE l.minutes_played END AS minutes_played
    FROM spells s
    JOIN matches m ON s.team_id IN (m.home_team_id, m.away_team_id) AND m.status = 'finished' AND m.match_date >= s.since
    JOIN teams t ON t.id = s.team_id ${joins(page)}
    LEFT JOIN match_lineups l ON l.match_id = m.id AND l.player_id = ${playerId}
    WHERE (l.team_id = s.team_id OR (l.player_id IS NULL AND s.team_id = ${clubId}::integer)) ${within(season)}
    ORDER BY m.match_date DESC, m.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(nameCompetition)
}
