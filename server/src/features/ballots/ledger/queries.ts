import { isVoteOver, type VotedMatch } from '@tribune/domain/ballots/voting-window.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import { writeOnce } from '../../../infra/database/outcome.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { databaseTime } from '../../../infra/database/sql.ts'
import type { Evidence } from '../evidence/service.ts'

/** Player ids of a podium by position, null where there is no pick. */
export type PickedIds = readonly [first: number | null, second: number | null, third: number | null]

/** A checked ballot to write: player ids by position, null where there is no pick yet. */
export interface BallotToSave {
  readonly fanId: string
  readonly matchId: number
  readonly first: number | null
  readonly second: number | null
  readonly third: number | null
  /** `updated_at` of the ballot that its fan had seen, null for none; undefined where the last state wins. */
  readonly base?: string | null | undefined
  /** Podiums that its sender has sent since the base without an answer, as player ids by position: if one of these is stored, that is not a conflict. */
  readonly unanswered?: readonly PickedIds[] | undefined
  /** The attempt at the match that its fan had seen; undefined for the present one. */
  readonly attempt?: number | undefined
  readonly evidence: Evidence
}

/** A ballot that is stored. */
export interface SavedBallot {
  readonly saved: true
  readonly complete: boolean
  readonly xpAwarded: number
  /** When the stored ballot was last changed. */
  readonly updatedAt: Date
}

/** A ballot that was not written. `look` reads why, in one query for all such ballots of a commit. */
interface UnsavedBallot {
  readonly saved: false
  readonly look: () => Promise<Obstacle>
}

export type BallotOutcome = SavedBallot | UnsavedBallot

/** Facts that explain why a ballot was not written. `match` is null for an unknown one. */
export interface Obstacle {
  readonly match: (VotedMatch & { readonly attempt: number }) | null
  readonly rightClosed: boolean
  readonly stored: BallotRow | null
}

/** Moves the running tally by the old and new picks in `saved`: counts the ballots, in key order, and adds the picks as a row of moves to fold later. */
const moveTallies = (bucket: number | string) => `
counted AS (
  INSERT INTO match_ballots AS t (match_id, bucket, voters, changes)
  SELECT s.match_id, ${bucket}::smallint, sum(s.complete::integer - coalesce(s.old_complete, false)::integer), count(*)
  FROM saved s GROUP BY s.match_id ORDER BY s.match_id
  ON CONFLICT (match_id, bucket) DO UPDATE SET voters = t.voters + excluded.voters, changes = t.changes + excluded.changes
), moved AS (
  INSERT INTO tally_moves (match_id, bucket, first_ids, second_ids, third_ids, signs)
  SELECT match_id, ${bucket}::smallint, array_agg(a), array_agg(b), array_agg(c), array_agg(n) FROM (
    SELECT match_id, first_id AS a, second_id AS b, third_id AS c, 1::smallint AS n FROM saved WHERE complete
    UNION ALL
    SELECT match_id, old_first, old_second, old_third, -1::smallint FROM saved WHERE old_complete
  ) sides GROUP BY match_id
)`

/** A column of the ledger's input, and its value for a ballot. */
type Column = readonly [name: string, type: string, of: (ballot: BallotToSave) => string | number | null]

const EVIDENCE: readonly Column[] = [
  ['strength', 'smallint', ({ evidence }) => evidence.accountStrength],
  ['hours', 'smallint', ({ evidence }) => evidence.accountHours],
  ['network', 'bigint', ({ evidence }) => evidence.networks[0] ?? null],
  ['wide', 'bigint', ({ evidence }) => evidence.networks[1] ?? null],
  ['widest', 'bigint', ({ evidence }) => evidence.networks[2] ?? null],
  ['device', 'bigint', ({ evidence }) => evidence.device],
]
const INPUT: readonly Column[] = [
  ['user_id', 'uuid', ({ fanId }) => fanId],
  ['match_id', 'bigint', ({ matchId }) => matchId],
  ['first_id', 'bigint', ({ first }) => first],
  ['second_id', 'bigint', ({ second }) => second],
  ['third_id', 'bigint', ({ third }) => third],
  ['attempt', 'smallint', ({ attempt }) => attempt ?? null],
  ...EVIDENCE,
]
const parameter = (index: number) => `$${INPUT.length + index}`
/** Parameters after those of the input. */
const OFFSET = parameter(1)
const XP = parameter(2)
const BUCKET = parameter(3)
const BASES = parameter(4)
const MATCH_IDS = parameter(5)
/** Whether a match accepts ballots, by the database's own clock, which tests move. */
const IS_OPEN = `m.votes_open AND m.published_at IS NULL
    AND (m.votes_close_at IS NULL OR m.votes_close_at > clock_timestamp() + ${OFFSET}::interval)`
/** The place of a stored ballot in the bases. */
const BASE_KEY = "v.user_id::text || ':' || v.match_id::text"
/** The picks of a stored ballot, as in the bases. */
const PICKED = ['first', 'second', 'third'].map((place) => `coalesce(v.${place}_id::text, '')`).join(" || '-' || ")

/** When a ballot is changed: a millisecond after the stored one at least, for bases are of whole milliseconds. */
const LATER = `greatest(excluded.updated_at, (v.updated_at AT TIME ZONE 'UTC' + interval '1 millisecond') AT TIME ZONE 'UTC')`

/** Columns of evidence; null for a match whose evidence has ended. */
const COLLECTED = EVIDENCE.map(([name]) => `CASE WHEN o.collects THEN i.${name} END`).join()

/**
 * The ledger's only statement (docs/decisions/039). Locks the matches that are open by the database's own clock: only a publication conflicts
 * with this lock, so no ballot can miss or outrun one. Then locks the fans, so that no ballot outlives its account or
 * their right to vote, writes the ballots, except those whose base is older than what is stored and which do not name it as their sender's own (`BASES`), and
 * moves the running tally by the difference of old and new picks. A ballot that names an attempt is written on that one alone. No ballot is
 * written on an attempt that began while the statement waited: `open` has the attempt as of the lock, `seen` as of the snapshot, which also decides what an
 * earlier attempt has credited. Only a replayed match is looked up for that. Locks and writes in key order, matches before fans, which prevents deadlocks.
 * All ballots are of one bucket, which is one parameter, and `DO UPDATE` calls immutable functions alone, as a distributed PostgreSQL asks (docs/decisions/096).
 */
const SAVE_BALLOTS = `
WITH input AS (
  SELECT * FROM unnest(${INPUT.map(([, type], index) => `$${index + 1}::${type}[]`).join()}) AS t (${INPUT.map(([name]) => name).join()})
), seen AS MATERIALIZED (
  SELECT id, attempt FROM matches WHERE id = ANY (${MATCH_IDS}::bigint[])
), open AS MATERIALIZED (
  SELECT m.id, NOT m.evidence_ended AS collects, m.attempt FROM matches m
  WHERE m.id = ANY (${MATCH_IDS}::bigint[]) AND ${IS_OPEN}
  ORDER BY m.id FOR KEY SHARE
), fans AS MATERIALIZED (
  SELECT u.id FROM auth."user" u
  WHERE u.id = ANY ($1::uuid[]) AND u.voting_closed_at IS NULL AND (SELECT count(*) FROM open) > 0
  ORDER BY u.id FOR KEY SHARE
), saved AS (
  INSERT INTO votes AS v (bucket, user_id, match_id, first_id, second_id, third_id, xp,
    account_strength, account_hours, network_hash, network_hash_wide, network_hash_widest, device_hash, changes)
  SELECT ${BUCKET}::smallint, i.user_id, i.match_id, i.first_id, i.second_id, i.third_id,
    CASE WHEN i.first_id IS NULL OR i.second_id IS NULL OR i.third_id IS NULL THEN 0
      WHEN o.attempt = 1 THEN ${XP}::smallint
      WHEN EXISTS (SELECT FROM earlier_votes e WHERE e.user_id = i.user_id AND e.match_id = i.match_id AND e.xp > 0) THEN 0
      ELSE ${XP}::smallint END,
    ${COLLECTED}, CASE WHEN o.collects THEN 0 END
  FROM input i JOIN open o ON o.id = i.match_id AND o.attempt = coalesce(i.attempt, o.attempt)
    JOIN seen s ON s.id = o.id AND s.attempt = o.attempt JOIN fans f ON f.id = i.user_id
  ORDER BY i.user_id, i.match_id
  ON CONFLICT (bucket, user_id, match_id) DO UPDATE SET first_id = excluded.first_id, second_id = excluded.second_id,
    third_id = excluded.third_id, xp = greatest(v.xp, excluded.xp), updated_at = ${LATER},
    account_strength = excluded.account_strength, account_hours = excluded.account_hours,
    network_hash = excluded.network_hash, network_hash_wide = excluded.network_hash_wide,
    network_hash_widest = excluded.network_hash_widest, device_hash = excluded.device_hash,
    changes = least(coalesce(v.changes, 0) + 1, 32767) + excluded.changes
  WHERE ${BASES}::jsonb IS NULL OR NOT ${BASES}::jsonb ? (${BASE_KEY})
    OR v.updated_at < to_timestamp((${BASES}::jsonb #>> ARRAY[${BASE_KEY}, '0'])::float8)
    OR ${BASES}::jsonb #> ARRAY[${BASE_KEY}, '1'] ? (${PICKED})
  RETURNING v.user_id, v.match_id, new.updated_at, new.complete, new.xp - coalesce(old.xp, 0) AS xp_awarded,
    new.first_id, new.second_id, new.third_id,
    old.first_id AS old_first, old.second_id AS old_second, old.third_id AS old_third, old.complete AS old_complete
), ${moveTallies(BUCKET)}
SELECT user_id, match_id, complete, xp_awarded, updated_at FROM saved`

/** Writes a group of ballots of one bucket, at most one per fan and match, and moves their tallies, in one statement. Rejects as `writeOnce`. */
export async function saveBallots(
  pool: pg.Pool,
  ballots: readonly BallotToSave[],
  options: { xp: number; clockOffsetMs: number },
): Promise<BallotOutcome[]> {
  const [bucket, ...others] = new Set(ballots.map(({ fanId }) => bucketOf(fanId)))
  // A second ballot of a fan could be stored in another bucket.
  if (others.length > 0) throw new RangeError('ballots of several buckets')
  const rows = await writeOnce<SavedRow>(pool, {
    name: 'save-ballots',
    text: SAVE_BALLOTS,
    values: [
      ...INPUT.map(([, , of]) => arrayOf(ballots.map(of))),
      `${options.clockOffsetMs} milliseconds`,
      options.xp,
      bucket,
      basesOf(ballots),
      [...new Set(ballots.map(({ matchId }) => matchId))],
    ],
  })
  const saved = new Map(rows.map((row) => [keyOf(row.user_id, row.match_id), row]))
  let reading: Promise<ReadonlyMap<string, Obstacle>> | undefined
  const look = async (key: string) => {
    reading ??= readObstacles(
      pool,
      bucket,
      ballots.filter(({ fanId, matchId }) => !saved.has(keyOf(fanId, matchId))),
    )
    return (await reading).get(key) ?? { match: null, rightClosed: false, stored: null }
  }
  return ballots.map(({ fanId, matchId }) => {
    const key = keyOf(fanId, matchId)
    const row = saved.get(key)
    if (row === undefined) return { saved: false, look: () => look(key) }
    return { saved: true, complete: row.complete, xpAwarded: row.xp_awarded, updatedAt: row.updated_at }
  })
}

/** Writes an array of numbers and ids, which need no quotes, in PostgreSQL's form. The driver would escape each value character by character. */
const arrayOf = (values: readonly (string | number | null)[]) => `{${values.map((value) => value ?? 'NULL').join()}}`

const keyOf = (fanId: string, matchId: number) => `${fanId}:${matchId}`

/** Reads the facts that explain why ballots of a bucket were not written, by fan and match. */
async function readObstacles(
  pool: pg.Pool,
  bucket: number | undefined,
  ballots: readonly BallotToSave[],
): Promise<ReadonlyMap<string, Obstacle>> {
  const { rows } = await pool.query<ObstacleRow>({
    name: 'read-obstacles',
    text: `
      SELECT i.user_id, i.match_id, m.status, m.minute, m.finished_at, m.disputed_as, m.attempt,
        u.voting_closed_at IS NOT NULL AS right_closed,
        v.id, v.first_id, v.second_id, v.third_id, v.complete, v.created_at, v.updated_at
      FROM unnest($1::uuid[], $2::bigint[]) AS i (user_id, match_id)
      LEFT JOIN matches m ON m.id = i.match_id
      LEFT JOIN auth."user" u ON u.id = i.user_id
      LEFT JOIN votes v ON v.bucket = $3 AND v.user_id = i.user_id AND v.match_id = i.match_id`,
    values: [ballots.map(({ fanId }) => fanId), ballots.map(({ matchId }) => matchId), bucket],
  })
  return new Map(
    rows.map((row) => [
      keyOf(row.user_id, row.match_id),
      {
        match: row.attempt === null ? null : (row as ObstacleRow & { attempt: number }),
        rightClosed: row.right_closed,
        stored: row.id === null ? null : row,
      },
    ]),
  )
}

interface ObstacleRow extends BallotRow, VotedMatch {
  /** Null for an unknown match. */
  readonly attempt: number | null
  readonly right_closed: boolean
}

interface SavedRow {
  readonly user_id: string
  readonly match_id: number
  readonly complete: boolean
  readonly xp_awarded: number
  readonly updated_at: Date
}

/**
 * Returns the base and the unanswered podiums of each ballot by fan and match, as JSON; null if none has a base. A base is the moment, in seconds, from
 * which on a stored ballot is newer: bases are of whole milliseconds, as the API writes them.
 */
function basesOf(ballots: readonly BallotToSave[]): string | null {
  const entries = ballots.flatMap(({ fanId, matchId, base, unanswered = [] }) => {
    if (base === undefined) return []
    const sent = unanswered.map(([first, second, third]) => `${first ?? ''}-${second ?? ''}-${third ?? ''}`)
    // An object of all of them takes eight times as long to build.
    const before = base === null ? null : (Date.parse(base) + 1) / 1_000
    return [`"${keyOf(fanId, matchId)}":${JSON.stringify([before, sent])}`]
  })
  return entries.length === 0 ? null : `{${entries.join()}}`
}

/**
 * Locks all matches that take ballots or have some, and are not published, in the ledger's order, so that none is published before the transaction
 * ends. Returns those whose vote has not ended for good, by the database's clock.
 */
export async function lockUnendedVotes(db: Db, clockOffsetMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; closes_at: Date | null; published_at: Date | null; now: Date }>`
    SELECT m.id, m.votes_close_at AS closes_at, m.published_at, ${databaseTime(clockOffsetMs)} AS now FROM matches m
    WHERE m.published_at IS NULL AND (m.votes_open OR m.id IN (
      SELECT b.match_id FROM match_ballots b JOIN matches o ON o.id = b.match_id WHERE o.published_at IS NULL))
    ORDER BY m.id FOR KEY SHARE OF m`.execute(db)
  return rows.filter((row) => !isVoteOver(row, row.now)).map(({ id }) => id)
}

/** Deletes a fan's ballots of these matches, also from the tallies. The caller must have locked the matches. */
export async function withdrawBallots(db: Db, fanId: string, matchIds: readonly number[]): Promise<void> {
  const bucket = bucketOf(fanId)
  await sql`
    WITH theirs AS MATERIALIZED (
      SELECT match_id FROM votes WHERE bucket = ${bucket} AND user_id = ${fanId} AND match_id = ANY (${matchIds}::bigint[])
      ORDER BY match_id FOR UPDATE
    ), saved AS (
      DELETE FROM votes v USING theirs t WHERE v.bucket = ${bucket} AND v.user_id = ${fanId} AND v.match_id = t.match_id
      RETURNING v.match_id, false AS complete, NULL::bigint AS first_id, NULL::bigint AS second_id, NULL::bigint AS third_id,
        v.first_id AS old_first, v.second_id AS old_second, v.third_id AS old_third, v.complete AS old_complete
    ), ${sql.raw(moveTallies(bucket))}
    SELECT FROM saved`.execute(db)
}

/** Columns of a ballot `v` that its fan reads. */
export const BALLOT_COLUMNS = [
  'v.id',
  'v.match_id',
  'v.user_id',
  'v.first_id',
  'v.second_id',
  'v.third_id',
  'v.complete',
  'v.created_at',
  'v.updated_at',
] as const

export function ballotOf(db: Db, fanId: string, matchId: number) {
  return db
    .selectFrom('votes as v')
    .select([...BALLOT_COLUMNS, 'v.set_aside'])
    .where('v.bucket', '=', bucketOf(fanId))
    .where('v.user_id', '=', fanId)
    .where('v.match_id', '=', matchId)
    .executeTakeFirst()
}
export type BallotRow = Omit<NonNullable<Awaited<ReturnType<typeof ballotOf>>>, 'set_aside'>
