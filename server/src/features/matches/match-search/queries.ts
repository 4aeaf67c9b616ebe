import type { FoundMatch } from '@tribune/contract/operator/search.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { shootoutOfMatch } from '../../common/shootouts/queries.ts'
import { nameCompetition, sharedNameCountry } from '../competitions/queries.ts'

/** Clubs whose matches are looked at. */
const MAX_CLUBS = 20

interface Search {
  /** Words of a club's name, as `nameKey` returns them. */
  readonly key: string
  readonly now: Date
  readonly limit: number
}

type Row = Omit<FoundMatch, 'match_date'> & { readonly match_date: Date; readonly competition_country: string | null }

/**
 * Selects matches of the clubs whose name has every word of a key, the nearest to now first. The indexes of home and away teams give the nearest of each club, so that
 * no club with a long history is read whole.
 */
export async function matchesOfClubs(db: Db, { key, now, limit }: Search) {
  const words = key.split(' ').map((word) => sql`name_key(name) LIKE ${`%${word}%`}`)
  const side = (team: 'home_team_id' | 'away_team_id', isPast: boolean) => sql`
    (SELECT id, match_date FROM matches WHERE ${sql.ref(team)} = club.id
      AND match_date ${sql.raw(isPast ? '<=' : '>')} ${now}::timestamptz
      ORDER BY match_date ${sql.raw(isPast ? 'DESC' : 'ASC')} LIMIT ${limit})`
  const sides = [
    side('home_team_id', true),
    side('away_team_id', true),
    side('home_team_id', false),
    side('away_team_id', false),
  ]
  const { rows } = await sql<Row>`
    WITH club AS (
      SELECT id FROM teams WHERE ${sql.join(words, sql` AND `)} ORDER BY name_key(name) <> ${key}, name, id LIMIT ${MAX_CLUBS}
    ), near AS (
      SELECT id, abs(extract(epoch FROM match_date - ${now}::timestamptz)) AS distance FROM (
        SELECT DISTINCT played.* FROM club CROSS JOIN LATERAL (${sql.join(sides, sql` UNION ALL `)}) AS played) AS each_once
      ORDER BY distance, id LIMIT ${limit}
    )
    SELECT m.id AS match_id, h.name AS home_team, a.name AS away_team, c.name AS competition_name,
      ${sharedNameCountry('c.id')} AS competition_country, m.match_date, m.kickoff_hour_known, m.status, m.home_score, m.away_score,
      ${shootoutOfMatch} AS shootout
    FROM near JOIN matches m ON m.id = near.id JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id
    JOIN available_competitions c ON c.id = m.competition_id
    ORDER BY near.distance, m.id`.execute(db)
  return rows.map(nameCompetition)
}
