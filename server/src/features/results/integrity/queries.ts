import type { CountedBallots } from '@tribune/domain/ballots/tally.ts'
import type { JudgedBallot } from '@tribune/domain/integrity/ballots.ts'
import { LIMITS } from '@tribune/domain/integrity/limits.ts'
import type { Past } from '@tribune/domain/integrity/past.ts'
import { type Group, MAX_EARLIER_VOTES } from '@tribune/domain/integrity/rule.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { readInFetches } from '../../../infra/database/sql.ts'

/** Maximum number of provisional results that one pass ends. */
const MAX_DUE = 100

interface BallotRow {
  readonly id: string
  readonly account: string
  readonly minute: number
  readonly first: number
  readonly second: number
  readonly third: number
  readonly age_hours: number
  readonly strength: number
  readonly changes: number
  readonly device: string | null
  readonly network: string | null
  readonly network_wide: string | null
  readonly network_widest: string | null
  readonly domain: string | null
  readonly earlier: number
  readonly past: string | null
}

/** A ballot as the rule reads it, but for the class of its mail domain, with the earlier ones of its account, oldest first. */
export interface StoredBallot {
  readonly ballot: Omit<JudgedBallot, 'mail'>
  /** Domain of the account's mailbox; `null` without one. */
  readonly mailDomain: string | null
  readonly past: readonly Past[]
}

/** Reads the number of changes of a match's ballots, and its attempt: ballots that were read with the same numbers are those of the match. */
export async function ballotsVersion(db: Db, matchId: number): Promise<{ changes: number; attempt: number }> {
  const { rows } = await sql<{ changes: number; attempt: number }>`
    SELECT m.attempt, (SELECT coalesce(sum(changes), 0) FROM match_ballots WHERE match_id = ${matchId})::bigint AS changes
    FROM matches m WHERE m.id = ${matchId}`.execute(db)
  return rows[0] ?? { changes: 0, attempt: 0 }
}

/**
 * Reads the complete ballots of a match that have evidence, part by part, inside a transaction, with the earlier ballots of their accounts on the matches
 * with the highest numbers, which are the newest.
 */
export async function* ballotsToJudge(tx: Db, matchId: number): AsyncGenerator<readonly StoredBallot[]> {
  // Not a join, which would look the match up for each ballot.
  const kickOff = sql`(SELECT coalesce(started_at, match_date) FROM matches WHERE id = ${sql.lit(matchId)})`
  const ballots = sql<BallotRow>`
    SELECT v.id, v.user_id AS account, v.first_id AS first, v.second_id AS second, v.third_id AS third,
      floor(extract(epoch FROM v.updated_at - ${kickOff}) / 60)::integer AS minute,
      v.account_hours AS age_hours, v.account_strength AS strength, v.changes,
      v.device_hash::text AS device, v.network_hash::text AS network, v.network_hash_wide::text AS network_wide,
      v.network_hash_widest::text AS network_widest,
      nullif(split_part(lower(coalesce(u.mailbox, u.email)), '@', 2), 'phone.invalid') AS domain, p.earlier, p.past
    FROM votes v LEFT JOIN auth."user" u ON u.id = v.user_id
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS earlier,
        string_agg(e.match_id || ',' || e.first_id || ',' || e.second_id || ',' || e.third_id || CASE WHEN e.set_aside IS NULL THEN ',0' ELSE ',1' END, ';') AS past
      FROM (
        SELECT * FROM votes e WHERE e.bucket = v.bucket AND e.user_id = v.user_id AND e.match_id <> v.match_id AND e.complete
          AND e.updated_at < v.updated_at
        ORDER BY e.match_id DESC LIMIT ${sql.lit(MAX_EARLIER_VOTES)}
      ) e
    ) p
    WHERE v.match_id = ${sql.lit(matchId)} AND v.complete AND v.set_aside IS NULL AND v.account_strength IS NOT NULL`
  for await (const rows of readInFetches(tx, ballots)) yield rows.map(storedOf)
}

function storedOf({ past, domain, network, network_wide, network_widest, ...row }: BallotRow): StoredBallot {
  const { id, account, minute, first, second, third, age_hours, strength, changes, device, earlier } = row
  const networks = [network, network_wide, network_widest]
  const rest = { ageHours: age_hours, strength, changes, device, networks, earlierVotes: earlier }
  return {
    ballot: { id, account, minute, picks: [first, second, third], ...rest },
    mailDomain: domain,
    past: past === null ? [] : pastOf(past),
  }
}

/** Returns earlier ballots from their text, oldest first. */
function pastOf(text: string): Past[] {
  const newest = text.split(';').slice(0, LIMITS.remembered)
  return newest.reverse().map((one) => {
    const [match = 0, first = 0, second = 0, third = 0, aside = 0] = one.split(',').map(Number)
    return { match, picks: [first, second, third], setAside: aside === 1 }
  })
}

interface RuleGroups {
  readonly matchId: number
  readonly groups: readonly Group[]
  readonly rule: number
  readonly at: Date
}

/** Adds groups that the rule sets aside. Returns their ids, in the same order. */
export async function insertRuleGroups(tx: Db, { matchId, groups, rule, at }: RuleGroups): Promise<string[]> {
  const rows = groups.map(({ reason, ballots }) => ({ match_id: matchId, dimension: reason, ballots: ballots.length }))
  const inserted = await tx
    .insertInto('ballots_set_aside')
    .values(rows.map((row) => ({ ...row, label: null, reason: '', rule, created_at: at })))
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/** Marks ballots as set aside with their group. */
export async function markRuleBallots(
  tx: Db,
  matchId: number,
  marks: readonly { readonly ballot: string; readonly group: string }[],
): Promise<void> {
  await sql`
    UPDATE votes v SET set_aside = m.group_id
    FROM unnest(${marks.map(({ ballot }) => ballot)}::uuid[], ${marks.map(({ group }) => group)}::uuid[]) AS m (id, group_id)
    WHERE v.match_id = ${matchId} AND v.id = m.id`.execute(tx)
}

/** Selects the distinct podiums of a match's complete ballots: of those that count, or of those that are set aside. */
export async function distinctPodiums(db: Db, matchId: number, of: 'counted' | 'aside'): Promise<CountedBallots[]> {
  const { rows } = await sql<{ first: number; second: number; third: number; ballots: number }>`
    SELECT first_id AS first, second_id AS second, third_id AS third, count(*) AS ballots FROM votes
    WHERE match_id = ${matchId} AND complete AND (set_aside IS NULL) = ${of === 'counted'}
    GROUP BY first_id, second_id, third_id`.execute(db)
  return rows.map(({ first, second, third, ballots }) => ({ ballot: [first, second, third], ballots }))
}

/** Selects matches whose provisional result has lasted for its time. */
export async function provisionalDue(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('matches')
    .select('id')
    .where('provisional_until', '<=', now)
    .limit(MAX_DUE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Makes a result final whose time has passed at `now`. Returns false if it is final already. */
export async function endProvisionalAt(tx: Db, matchId: number, now: Date): Promise<boolean> {
  const ended = tx.updateTable('matches').set({ provisional_until: null }).where('id', '=', matchId)
  return (await ended.where('provisional_until', '<=', now).executeTakeFirst()).numUpdatedRows > 0n
}

interface Review {
  readonly fanId: string
  readonly matchId: number
  readonly groupId: string
  readonly at: Date
}

/** Adds a fan's request for a review. Returns false if the group has just been restored. */
export async function insertReview(db: Db, { fanId, matchId, groupId, at }: Review): Promise<boolean> {
  const { rows } = await sql`
    WITH kept AS (SELECT id FROM ballots_set_aside WHERE id = ${groupId} FOR KEY SHARE)
    INSERT INTO ballot_reviews (user_id, match_id, group_id, created_at)
    SELECT ${fanId}::uuid, ${matchId}::bigint, id, ${at}::timestamptz FROM kept
    ON CONFLICT (user_id, match_id) DO UPDATE SET group_id = excluded.group_id RETURNING 1`.execute(db)
  return rows.length > 0
}

/** Makes a match's result final, and its groups confirmed. Returns whether it was provisional, and the number of groups. */
export async function confirmAside(
  tx: Db,
  matchId: number,
  at: Date,
): Promise<{ provisional: boolean; confirmed: number }> {
  const { rows } = await sql<{ provisional: boolean; confirmed: number }>`
    WITH confirmed AS (
      UPDATE ballots_set_aside g SET confirmed_at = ${at} WHERE match_id = ${matchId} AND confirmed_at IS NULL
        AND (EXISTS (SELECT FROM ballot_reviews r WHERE r.group_id = g.id)
          OR EXISTS (SELECT FROM matches WHERE id = ${matchId} AND provisional_until IS NOT NULL))
      RETURNING 1
    ), ended AS (
      UPDATE matches SET provisional_until = NULL WHERE id = ${matchId} AND provisional_until IS NOT NULL RETURNING 1
    )
    SELECT EXISTS (SELECT FROM ended) AS provisional, (SELECT count(*)::integer FROM confirmed) AS confirmed`.execute(
    tx,
  )
  return rows[0] ?? { provisional: false, confirmed: 0 }
}
