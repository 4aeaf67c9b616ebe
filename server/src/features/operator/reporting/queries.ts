import { PARIS } from '@tribune/domain/common/instant.ts'
import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import type { Shootout } from '@tribune/domain/matches/shootout.ts'
import { nameWithCountry } from '@tribune/french/countries.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { shootoutOfMatch } from '../../common/shootouts/queries.ts'
import { sharedNameCountry } from '../../matches/competitions/queries.ts'

/** Zone of the operator's days, hours and weeks. */
const ZONE = sql.lit(PARIS)
/** The demo match counts in no figure. */
const DEMO = sql.lit(DEMO_MATCH_ID)
/** Ballots that count. */
const COUNTED = sql`v.complete AND v.set_aside IS NULL`
const HOURS = 48
const DAYS = 30
const WEEKS = 8
/** Days before now whose matches may have ballots of the last 48 hours. A match may finish days after its kick-off. */
const PLAYED_WITHIN_DAYS = 7

/**
 * Counts for the six cards. Ballots are summed from the running tallies; voters are accounts, as each ballot that a deleted one leaves behind has an
 * owner of its own (docs/decisions/031).
 */
export async function readTotals(db: Db) {
  const { rows } = await sql<{
    total_users: number
    total_votes: number
    active_voters: number
    finished_matches: number
    players_with_points: number
  }>`
    SELECT (SELECT count(*) FROM auth."user") AS total_users,
      (SELECT coalesce(sum(voters), 0) FROM match_ballots WHERE match_id <> ${DEMO})::bigint AS total_votes,
      (SELECT count(*) FROM auth."user" u WHERE EXISTS (SELECT FROM votes v
        WHERE v.bucket = ballot_bucket(u.id) AND v.user_id = u.id AND ${COUNTED} AND v.match_id <> ${DEMO})) AS active_voters,
      (SELECT count(*) FROM matches WHERE status = 'finished' AND id <> ${DEMO}) AS finished_matches,
      (SELECT count(DISTINCT p.player_id) FROM match_player_points p JOIN matches m ON m.id = p.match_id
        WHERE p.points > 0 AND m.published_at IS NOT NULL AND m.id <> ${DEMO}) AS players_with_points`.execute(db)
  const [totals] = rows
  if (totals === undefined) throw new Error('no totals')
  return totals
}

/** Counts ballots by the hour in which they were begun, over the last 48 hours, empty hours included. */
export async function ballotsByHour(db: Db, now: Date) {
  const { rows } = await sql<{ hour: Date; ballots: number }>`
    WITH hours AS (
      SELECT h AS hour FROM generate_series(date_trunc('hour', ${now}::timestamptz) - make_interval(hours => ${HOURS - 1}),
        date_trunc('hour', ${now}::timestamptz), '1 hour') AS h
    ), begun AS (
      SELECT date_trunc('hour', v.created_at) AS hour, count(*) AS ballots
      FROM matches m JOIN votes v ON v.match_id = m.id
      WHERE m.match_date > ${now}::timestamptz - make_interval(days => ${PLAYED_WITHIN_DAYS}) AND ${COUNTED}
        AND m.id <> ${DEMO} AND v.created_at >= (SELECT min(hour) FROM hours)
      GROUP BY 1
    )
    SELECT hour, coalesce(ballots, 0) AS ballots FROM hours LEFT JOIN begun USING (hour) ORDER BY hour`.execute(db)
  return rows
}

/** The last 30 days in Paris, as rows of `days`. */
const lastDays = (now: Date) => sql`days AS (
  SELECT (${today(now)} - n) AS day FROM generate_series(0, ${sql.lit(DAYS - 1)}::integer) AS n)`

const today = (now: Date) => sql`(${now}::timestamptz AT TIME ZONE ${ZONE})::date`

/** Counts complete ballots, and finished matches by what ranked them, by the day of the match, over the last 30 days. */
export async function matchDays(db: Db, now: Date) {
  const { rows } = await sql<{
    day: string
    ballots: number
    by_votes: number
    by_ratings: number
    unknown: number
  }>`
    WITH ${lastDays(now)}, played AS (
      SELECT (m.match_date AT TIME ZONE ${ZONE})::date AS day, sum(b.voters)::bigint AS ballots,
        count(*) FILTER (WHERE m.status = 'finished' AND m.ranking_source = 'votes') AS by_votes,
        count(*) FILTER (WHERE m.status = 'finished' AND m.ranking_source = 'ratings_fallback') AS by_ratings,
        count(*) FILTER (WHERE m.status = 'finished' AND m.ranking_source IS NULL) AS unknown
      FROM matches m CROSS JOIN LATERAL (SELECT sum(t.voters) AS voters FROM match_ballots t WHERE t.match_id = m.id) AS b
      WHERE m.match_date >= (SELECT min(day) FROM days)::timestamp AT TIME ZONE ${ZONE}
        AND m.match_date < (${today(now)} + 1)::timestamp AT TIME ZONE ${ZONE} AND m.id <> ${DEMO}
      GROUP BY 1
    )
    SELECT day, coalesce(ballots, 0) AS ballots, coalesce(by_votes, 0) AS by_votes, coalesce(by_ratings, 0) AS by_ratings,
      coalesce(unknown, 0) AS unknown
    FROM days LEFT JOIN played USING (day) ORDER BY day`.execute(db)
  return rows
}

/** Counts accounts by the day in Paris on which they were made, over the last 30 days. */
export async function newFans(db: Db, now: Date) {
  const { rows } = await sql<{ day: string; fans: number }>`
    WITH ${lastDays(now)}, made AS (
      SELECT (created_at AT TIME ZONE ${ZONE})::date AS day, count(*) AS fans FROM auth."user"
      WHERE created_at >= (SELECT min(day) FROM days)::timestamp AT TIME ZONE ${ZONE}
      GROUP BY 1
    )
    SELECT day, coalesce(fans, 0) AS fans FROM days LEFT JOIN made USING (day) ORDER BY day`.execute(db)
  return rows
}

/**
 * Counts by week how many accounts had a ballot that counts on a match of that week, and how many of them also had one on a match of the next:
 * the last 8 weeks whose next week has ended. Weeks before the first ballot have no row.
 */
export async function votersByWeek(db: Db, now: Date) {
  const { rows } = await sql<{ week: string; voters: number; returned: number }>`
    WITH current AS (
      SELECT date_trunc('week', ${now}::timestamptz AT TIME ZONE ${ZONE})::date AS week
    ), voted AS MATERIALIZED (
      SELECT DISTINCT v.user_id, date_trunc('week', m.match_date AT TIME ZONE ${ZONE})::date AS week
      FROM current c
      JOIN matches m ON m.match_date >= (c.week - ${sql.lit(7 * (WEEKS + 1))}::integer)::timestamp AT TIME ZONE ${ZONE}
        AND m.match_date < c.week::timestamp AT TIME ZONE ${ZONE}
      JOIN votes v ON v.match_id = m.id AND ${COUNTED} AND m.id <> ${DEMO}
      JOIN auth."user" u ON u.id = v.user_id
    )
    SELECT w.week, count(*) AS voters, count(n.user_id) AS returned
    FROM voted w LEFT JOIN voted n ON n.user_id = w.user_id AND n.week = w.week + 7
    WHERE w.week < (SELECT week - 7 FROM current)
    GROUP BY w.week ORDER BY w.week`.execute(db)
  return rows
}

export interface TablePage {
  readonly competitionId?: number | undefined
  readonly matchId?: number | undefined
  readonly limit: number
  readonly offset: number
}

/** A row of the reporting table as stored. */
export interface ReportedRow {
  readonly match_id: number
  readonly match_date: Date
  readonly kickoff_hour_known: boolean
  readonly home_team: string
  readonly away_team: string
  readonly competition_name: string
  readonly home_score: number | null
  readonly away_score: number | null
  readonly shootout: Shootout | null
  readonly coefficient: number
  readonly voters: number
  readonly source: 'votes' | 'ratings_fallback' | null
}

/** Selects finished matches, newest first, with the total of all pages. */
export async function reportedMatches(
  db: Db,
  { competitionId, matchId, limit, offset }: TablePage,
): Promise<{ rows: ReportedRow[]; total: number }> {
  const which = sql.join(
    [
      sql`m.status = 'finished' AND m.id <> ${DEMO}`,
      ...(competitionId === undefined ? [] : [sql`m.competition_id = ${competitionId}`]),
      ...(matchId === undefined ? [] : [sql`m.id = ${matchId}`]),
    ],
    sql` AND `,
  )
  const { rows } = await sql<
    { total: number } & ({ match_id: null } | (ReportedRow & { competition_country: string | null }))
  >`
    WITH shown AS (
      SELECT m.* FROM matches m WHERE ${which} ORDER BY m.match_date DESC, m.id DESC LIMIT ${limit} OFFSET ${offset}
    ), named AS (
      SELECT m.id AS match_id, m.match_date, m.kickoff_hour_known, h.name AS home_team, a.name AS away_team,
        c.name AS competition_name, ${sharedNameCountry('c.id')} AS competition_country, m.home_score, m.away_score,
        ${shootoutOfMatch} AS shootout, m.coefficient, m.ranking_source AS source,
        (SELECT coalesce(sum(b.voters), 0) FROM match_ballots b WHERE b.match_id = m.id)::integer AS voters
      FROM shown m JOIN teams h ON h.id = m.home_team_id JOIN teams a ON a.id = m.away_team_id
      JOIN available_competitions c ON c.id = m.competition_id
    )
    SELECT t.total, named.* FROM (SELECT count(*) AS total FROM matches m WHERE ${which}) AS t LEFT JOIN named ON true
    ORDER BY named.match_date DESC, named.match_id DESC`.execute(db)
  const found = rows.flatMap((row) => {
    if (row.match_id === null) return []
    const { total: _, competition_country, ...match } = row
    return [{ ...match, competition_name: nameWithCountry(match.competition_name, competition_country) }]
  })
  return { rows: found, total: rows[0]?.total ?? 0 }
}
