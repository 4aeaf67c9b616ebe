import { type NotNull, sql } from 'kysely'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'
import type { MatchVotesExpanded } from '../../../infra/database/types.generated.ts'
import { nameCompetition, sharedNameCountry } from '../../matches/competitions/queries.ts'
import { BALLOT_COLUMNS, type BallotRow } from '../ledger/queries.ts'

/** The columns of a ballot, of one table. */
const PLAIN = sql.join(BALLOT_COLUMNS.map((column) => sql.ref(column.slice('v.'.length))))

/** A ballot, or one of an earlier attempt at its match, which no longer counts. */
interface CastRow extends BallotRow {
  readonly earlier_attempt: number | null
}

/** Matches by their id, or by their earliest kick-off; without either, all. */
export interface WantedBallots {
  readonly matchIds?: readonly number[] | undefined
  readonly from?: string | undefined
}

/**
 * Selects a fan's ballots, newest first: the present ones of the wanted matches, or, without a choice, all, those of earlier attempts among them.
 */
export async function ballotsOf(db: Db, fanId: string, { matchIds, from }: WantedBallots, limit: number) {
  const isAll = matchIds === undefined && from === undefined
  const cast = sql<CastRow>`(
    SELECT ${PLAIN}, NULL::smallint AS earlier_attempt FROM votes WHERE bucket = ${bucketOf(fanId)} AND user_id = ${fanId}
    UNION ALL SELECT ${PLAIN}, attempt FROM earlier_votes WHERE user_id = ${fanId} AND ${isAll})`
  let query = db
    .selectFrom(cast.as('v'))
    .innerJoin('matches as m', 'm.id', 'v.match_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .innerJoin('available_competitions as c', 'c.id', 'm.competition_id')
    .select([...BALLOT_COLUMNS, 'v.earlier_attempt'])
    .select(['m.started_at', 'h.name as home_team', 'a.name as away_team', 'c.name as competition_name'])
    .select(sharedNameCountry('c.id').as('competition_country'))
  if (matchIds !== undefined) query = query.where('v.match_id', '=', anyOf(matchIds))
  if (from !== undefined) query = query.where('m.match_date', '>=', new Date(from))
  const rows = await query.orderBy('v.created_at', 'desc').limit(limit).execute()
  return rows.map(nameCompetition)
}

/** Days up to the latest kick-off with ballots whose matches may have the newest ones. A match may finish days after its kick-off. */
const NEWEST_WITHIN_DAYS = 7

/** Selects the newest ballots of all fans, from those of the latest matches alone. An index by time would cost one more write per ballot. */
export async function latestBallots(db: Db, limit: number): Promise<BallotRow[]> {
  const { rows } = await sql<BallotRow>`
    WITH voted AS NOT MATERIALIZED (
      SELECT m.id, m.match_date FROM matches m WHERE EXISTS (SELECT FROM match_ballots b WHERE b.match_id = m.id)
    ), recent AS MATERIALIZED (
      SELECT id FROM voted
      WHERE match_date > (SELECT match_date FROM voted ORDER BY match_date DESC LIMIT 1) - make_interval(days => ${NEWEST_WITHIN_DAYS})
    )
    SELECT n.* FROM recent CROSS JOIN LATERAL (
      SELECT ${sql.join(BALLOT_COLUMNS.map((column) => sql.ref(column)))} FROM votes v
      WHERE v.match_id = recent.id ORDER BY v.created_at DESC LIMIT ${limit}
    ) n ORDER BY n.created_at DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Selects names and teams of picked players from their match's lineup, or from their own record if they have left it. */
export async function pickedPlayers(db: Db, matchIds: readonly number[], playerIds: readonly number[]) {
  const { rows } = await sql<{ match_id: number | null; player_id: number; player_name: string; team: string | null }>`
    SELECT l.match_id, r.id AS player_id, coalesce(l.player_name, r.name) AS player_name,
      coalesce(l.player_team, r.last_team) AS team
    FROM players_ref r LEFT JOIN match_lineups l ON l.player_id = r.id AND l.match_id = ANY (${matchIds}::bigint[])
    WHERE r.id = ANY (${playerIds}::bigint[])`.execute(db)
  return rows
}

/** Selects the picks of a match, by fan and position, with the number of all. */
export async function expandedVotes(db: Db, matchId: number, limit: number, offset: number) {
  const picks = db.selectFrom('match_votes_expanded').where('match_id', '=', matchId)
  const [rows, counted] = await Promise.all([
    picks
      .selectAll()
      .$narrowType<Record<keyof MatchVotesExpanded, NotNull>>()
      .orderBy('user_id')
      .orderBy('vote_position')
      .limit(limit)
      .offset(offset)
      .execute(),
    picks.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: counted.total }
}

/** A fan's experience and number of complete ballots. */
export interface Earned {
  readonly xp: number
  readonly vote_count: number
}

/** Sums what a fan's ballots of all attempts have earned: those of an earlier one no longer count for its match, but stay the fan's. */
export async function readEarned(db: Db, fanId: string): Promise<Earned> {
  const { rows } = await sql<Earned>`
    SELECT coalesce(sum(xp), 0)::integer AS xp, (count(*) FILTER (WHERE complete))::integer AS vote_count FROM (
      SELECT xp, complete FROM votes WHERE bucket = ${bucketOf(fanId)} AND user_id = ${fanId}
      UNION ALL SELECT xp, complete FROM earlier_votes WHERE user_id = ${fanId}) cast_ballots`.execute(db)
  return rows[0] ?? { xp: 0, vote_count: 0 }
}

/** Selects the players of a match for checking ballots. */
export async function lineupForBallots(db: Db, matchId: number) {
  return db
    .selectFrom('match_lineups as l')
    .innerJoin('matches as m', 'm.id', 'l.match_id')
    .select(['l.player_id', 'l.player_name', 'l.minutes_played', 'm.match_date', 'm.attempt'])
    .where('l.match_id', '=', matchId)
    .execute()
}

/** Counts the complete ballots of all fans from the running tallies, at a cost that does not grow with the ballots. */
export async function countBallots(db: Db): Promise<number> {
  const row = await db
    .selectFrom('match_ballots')
    .select(sql<number>`coalesce(sum(voters), 0)::integer`.as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}

/** Returns the experience that a fan's ballots on a match have earned, once for all attempts; 0 without a complete one. */
export async function xpOfMatch(db: Db, fanId: string, matchId: number): Promise<number> {
  const { rows } = await sql<{ xp: number }>`
    SELECT coalesce(sum(xp), 0)::integer AS xp FROM (
      SELECT xp FROM votes WHERE bucket = ${bucketOf(fanId)} AND user_id = ${fanId} AND match_id = ${matchId}
      UNION ALL SELECT xp FROM earlier_votes WHERE user_id = ${fanId} AND match_id = ${matchId}) credited`.execute(db)
  return rows[0]?.xp ?? 0
}

/** The group with which a ballot is set aside. */
export interface AsideRow {
  readonly group_id: string
  readonly dimension: string
  /** `null`: the operator did. */
  readonly rule: number | null
  /** The operator let it stand. */
  readonly confirmed: boolean
  /** The fan has asked for a review. */
  readonly asked: boolean
  /** The evidence is deleted. */
  readonly ended: boolean
}

/** Selects the groups with which ballots of a fan are set aside: of one match, or of all. */
export async function asidesOf(db: Db, fanId: string, matchId?: number): Promise<(AsideRow & { match_id: number })[]> {
  const { rows } = await sql<AsideRow & { match_id: number }>`
    SELECT v.match_id, g.id AS group_id, g.dimension, g.rule, g.confirmed_at IS NOT NULL AS confirmed,
      r.user_id IS NOT NULL AS asked, m.evidence_ended AS ended
    FROM votes v JOIN ballots_set_aside g ON g.id = v.set_aside JOIN matches m ON m.id = v.match_id
    LEFT JOIN ballot_reviews r ON r.user_id = v.user_id AND r.match_id = v.match_id AND r.group_id = g.id
    WHERE v.bucket = ${bucketOf(fanId)} AND v.user_id = ${fanId}
      AND (${matchId ?? null}::bigint IS NULL OR v.match_id = ${matchId ?? null})`.execute(db)
  return rows
}
