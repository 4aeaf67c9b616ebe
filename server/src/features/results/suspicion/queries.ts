import {
  ACCOUNT_AGE_HOURS,
  DIMENSIONS,
  type Dimension,
  MIN_GROUP_BALLOTS,
  type Suspect,
} from '@tribune/domain/ballots/suspicion.ts'
import type { CountedBallots } from '@tribune/domain/ballots/tally.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { nameCompetition, sharedNameCountry } from '../../matches/competitions/queries.ts'

/** Maximum number of candidates that the rule orders. A group never scores more than its `alike`, by which they are chosen. */
const MAX_CANDIDATES = 500

const MINUTE = sql`to_char(date_trunc('minute', v.updated_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI":00Z"')`

/** The origin of a ballot `v` of a fan `u` in each dimension, as text; null without evidence. */
const ORIGIN = {
  network: sql`v.network_hash::text`,
  network_wide: sql`v.network_hash_wide::text`,
  network_widest: sql`v.network_hash_widest::text`,
  device: sql`v.device_hash::text`,
  account: sql`v.account_strength || '.' || width_bucket(v.account_hours, ${sql.lit(`{${ACCOUNT_AGE_HOURS.join()}}`)}::integer[])`,
  // The mailbox spells one domain one way. Addresses that only stand in for none have no domain.
  mail_domain: sql`nullif(split_part(lower(coalesce(u.mailbox, u.email)), '@', 2), 'phone.invalid')`,
  podium_minute: MINUTE,
} satisfies Record<Dimension, RawBuilder<unknown>>

/** Counted ballots of a match, each with its origin in every dimension. */
const counted = (matchId: number) => sql`
  counted AS MATERIALIZED (
    SELECT v.first_id AS a, v.second_id AS b, v.third_id AS c, hashtextextended(v.user_id::text, 0) AS mark,
      ${sql.join(DIMENSIONS.map((dimension) => sql`${ORIGIN[dimension]} AS ${sql.ref(dimension)}`))}
    FROM votes v LEFT JOIN auth."user" u ON u.id = v.user_id
    WHERE v.match_id = ${matchId} AND v.complete AND v.set_aside IS NULL
  ), podiums AS MATERIALIZED (
    SELECT d.dimension, d.origin, a, b, c, count(*) AS n, sum(mark) AS mark FROM counted
    CROSS JOIN LATERAL (VALUES ${sql.join(DIMENSIONS.map((one) => sql`(${sql.lit(one)}, ${sql.ref(one)})`))})
      AS d (dimension, origin)
    WHERE d.origin IS NOT NULL GROUP BY d.dimension, d.origin, a, b, c
  )`

interface PodiumRow {
  readonly first: number
  readonly second: number
  readonly third: number
  readonly ballots: number
}

const countOf = ({ first, second, third, ballots }: PodiumRow): CountedBallots => ({
  ballot: [first, second, third],
  ballots,
})

/** A group of counted ballots. `size`: ballots that setting it aside takes out. */
export interface Candidate extends Suspect {
  readonly size: number
  readonly podium: readonly [number, number, number]
  /** Sum of the hashes of its fans: equal for groups of the very same ballots. */
  readonly fans: string
}

/**
 * Selects groups of counted ballots by their origin, each with its commonest podium. The ballots of one minute are not a group, only those of
 * them with one podium are; `ballots` and `others` compare that podium's share in its minute with its share at all other times.
 */
export async function candidates(db: Db, matchId: number): Promise<Candidate[]> {
  const { rows } = await sql<Omit<Candidate, 'podium'> & { podium: [number, number, number] }>`
    WITH ${counted(matchId)}, everywhere AS (
      SELECT a, b, c, count(*) AS n, sum(count(*)) OVER () AS total FROM counted GROUP BY a, b, c
    ), origins AS (
      SELECT *, sum(n) OVER w AS ballots, sum(mark) OVER w AS marks, row_number() OVER (w ORDER BY n DESC, a, b, c) AS place FROM podiums
      WINDOW w AS (PARTITION BY dimension, origin)
    ), groups AS (
      SELECT o.*, CASE WHEN dimension = 'podium_minute' THEN n ELSE ballots END AS size,
        CASE WHEN dimension = 'podium_minute' THEN mark ELSE marks END AS fans FROM origins o
      WHERE dimension = 'podium_minute' OR place = 1
    )
    SELECT g.dimension, g.size, g.ballots, g.n AS alike, e.total - g.ballots AS others, e.n - g.n AS "othersAlike",
      json_build_array(g.a, g.b, g.c) AS podium, g.fans::text AS fans,
      CASE WHEN g.dimension = 'podium_minute' THEN g.origin || ' ' || concat_ws(',', g.a, g.b, g.c) ELSE g.origin END AS key
    FROM groups g JOIN everywhere e USING (a, b, c)
    WHERE g.size >= ${MIN_GROUP_BALLOTS}
    ORDER BY g.n DESC, g.dimension, g.origin, g.a, g.b, g.c LIMIT ${MAX_CANDIDATES}`.execute(db)
  return rows
}

/** Selects the distinct podiums of some groups, by dimension and key. */
export async function podiumsOf(
  db: Db,
  matchId: number,
  groups: readonly { readonly dimension: Dimension; readonly key: string }[],
) {
  const { rows } = await sql<PodiumRow & { dimension: Dimension; key: string }>`
    WITH ${counted(matchId)}
    SELECT p.dimension, p.origin AS key, p.a AS first, p.b AS second, p.c AS third, p.n AS ballots FROM podiums p
    JOIN unnest(${groups.map(({ dimension }) => dimension)}::text[], ${groups.map(({ key }) => key)}::text[])
      AS g (dimension, key) ON g.dimension = p.dimension AND g.key = p.origin`.execute(db)
  return rows.map((row) => ({ ...countOf(row), dimension: row.dimension, key: row.key }))
}

/** Marks the counted ballots of a group as set aside. Returns their number. The caller must have locked the match's ballots. */
export async function markBallots(
  db: Db,
  { id, matchId, dimension, key }: { id: string; matchId: number; dimension: Dimension; key: string },
): Promise<number> {
  const origin =
    dimension === 'podium_minute'
      ? sql`${MINUTE} || ' ' || concat_ws(',', v.first_id, v.second_id, v.third_id)`
      : ORIGIN[dimension]
  const { numAffectedRows } = await sql`
    UPDATE votes w SET set_aside = ${id} FROM votes v LEFT JOIN auth."user" u ON u.id = v.user_id
    WHERE v.match_id = ${matchId} AND v.complete AND v.set_aside IS NULL AND ${origin} = ${key}
      AND w.bucket = v.bucket AND w.user_id = v.user_id AND w.match_id = v.match_id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Restores the ballots of a group, which count again. Returns their number. The caller must have locked the match's ballots. */
export async function unmarkBallots(db: Db, id: string, matchId: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('votes')
    .set({ set_aside: null })
    .where('match_id', '=', matchId)
    .where('set_aside', '=', id)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

interface AsideRow {
  readonly matchId: number
  readonly dimension: Dimension
  readonly label: string | null
  readonly ballots: number
  readonly reason: string
  readonly at: Date
}

/** Adds a group that is set aside; returns its id. */
export async function insertAside(
  db: Db,
  { matchId, dimension, label, ballots, reason, at }: AsideRow,
): Promise<string> {
  const { id } = await db
    .insertInto('ballots_set_aside')
    .values({ match_id: matchId, dimension, label, ballots, reason, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function asideGroup(db: Db, id: string) {
  return db.selectFrom('ballots_set_aside').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function deleteAside(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('ballots_set_aside').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** A page of the groups of a match that are set aside: only those before the id `before`, if it is given. */
export interface AsidePage {
  readonly matchId: number
  readonly before?: string | undefined
  readonly limit: number
}

/** Selects groups of a match that are set aside, newest first: their ids are in the order of time. */
export function asideGroups(db: Db, { matchId, before, limit }: AsidePage) {
  const reviews = sql<number>`(SELECT count(*)::integer FROM ballot_reviews r WHERE r.group_id = ballots_set_aside.id)`
  let query = db
    .selectFrom('ballots_set_aside')
    .selectAll()
    .select(reviews.as('reviews'))
    .where('match_id', '=', matchId)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Counts the groups of a match that are set aside. */
export async function countAside(db: Db, matchId: number): Promise<number> {
  const { groups } = await db
    .selectFrom('ballots_set_aside')
    .select(({ fn }) => fn.countAll<number>().as('groups'))
    .where('match_id', '=', matchId)
    .executeTakeFirstOrThrow()
  return groups
}
export type AsideGroupRow = Awaited<ReturnType<typeof asideGroups>>[number]

/** Selects matches with ballots: one, or those since `from` that wait for a decision, then those with the most. */
export async function ballotMatches(
  db: Db,
  { id, from, limit }: { readonly id?: number; readonly from?: Date; readonly limit: number },
) {
  const cast = sql<number>`coalesce((SELECT sum(b.voters) FROM match_ballots b WHERE b.match_id = m.id), 0)::integer`
  const all = sql<number>`${cast} + m.ballots_set_aside`
  const reviews = sql<number>`(SELECT count(*)::integer FROM ballot_reviews r JOIN ballots_set_aside g ON g.id = r.group_id
    WHERE r.match_id = m.id AND g.confirmed_at IS NULL)`
  let query = db
    .selectFrom('matches as m')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .innerJoin('available_competitions as c', 'c.id', 'm.competition_id')
    .select(['m.id as match_id', 'h.name as home_team', 'a.name as away_team', 'm.match_date', 'm.ballots_set_aside'])
    .select(['m.provisional_until', reviews.as('reviews')])
    .select(['c.name as competition_name', sharedNameCountry('c.id').as('competition_country'), cast.as('counted')])
  if (id !== undefined) query = query.where('m.id', '=', id)
  if (from !== undefined) query = query.where('m.match_date', '>=', from).where(all, '>', 0)
  const rows = await query
    .orderBy(sql`m.provisional_until IS NULL AND ${reviews} = 0`)
    .orderBy(all, 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(nameCompetition)
}
export type BallotMatchRow = Awaited<ReturnType<typeof ballotMatches>>[number]
