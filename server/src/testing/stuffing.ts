import { sql } from 'kysely'
import { rebuildTally } from '../features/ballots/tally/queries.ts'
import type { Database } from '../infra/database/pool.ts'
import type { BuiltMatch } from './builders.ts'

/** How many ballots of each kind a match gets. */
interface Stuffing {
  readonly honest: number
  readonly script: number
  /** When the first ballot was cast. */
  readonly at: Date
}

/** The mail domain of the script's accounts. */
export const SCRIPT_DOMAIN = 'fabrique.example'
/** Its network, as evidence stores it. */
export const SCRIPT_NETWORK = 9_001

/**
 * Stores the ballots of honest fans and of one script: the script's accounts are new, behind one network and one mail domain, and all have the
 * lineup's last three players in the same podium. Of the honest ballots a third has the first player first, the others spread; every second one
 * comes from one stadium address. Gives the ids of the script's fans.
 */
export async function stuffMatch(db: Database, match: BuiltMatch, { honest, script, at }: Stuffing): Promise<string[]> {
  const { id, playerIds } = match
  // Independent of each other and of the evidence, as those of independent people, and the same in each run.
  const draw = (salt: number, of: number) =>
    sql`(hashint4(n * 16 + ${sql.lit(salt)})::bigint & 1048575) % ${sql.lit(of)}`
  const honestPicks = sql`
    CASE WHEN ${draw(1, 3)} = 0 THEN p[1] ELSE p[2 + ${draw(2, 9)}] END, p[11 + ${draw(3, 5)}], p[16 + ${draw(4, 4)}]`
  const lastPicks = sql`p[cardinality(p) - 2], p[cardinality(p) - 1], p[cardinality(p)]`
  await insert(db, id, playerIds, {
    count: honest,
    domain: sql`(ARRAY['poste.example', 'courrier.example', 'lettre.example'])[1 + n % 3]`,
    picks: honestPicks,
    evidence: sql`n % 5, n % 1000, CASE WHEN n % 2 = 0 THEN 7001 ELSE 10000 + n END, CASE WHEN n % 2 = 0 THEN 7002 ELSE 20000 + n / 3 END,
      CASE WHEN n % 4 = 0 THEN NULL ELSE 30000 + n END`,
    at: sql`${at}::timestamptz + make_interval(secs => n % 3000)`,
  })
  const ids = await insert(db, id, playerIds, {
    count: script,
    domain: sql`${SCRIPT_DOMAIN}`,
    picks: lastPicks,
    evidence: sql`1, 0, ${sql.lit(SCRIPT_NETWORK)}, ${sql.lit(SCRIPT_NETWORK + 1)}, NULL`,
    at: sql`${at}::timestamptz + make_interval(secs => n)`,
  })
  await rebuildTally(db, id)
  return ids
}

interface Batch {
  readonly count: number
  readonly domain: ReturnType<typeof sql>
  readonly picks: ReturnType<typeof sql>
  /** Strength, hours, network, wide network, device. */
  readonly evidence: ReturnType<typeof sql>
  readonly at: ReturnType<typeof sql>
}

async function insert(db: Database, matchId: number, playerIds: readonly number[], batch: Batch): Promise<string[]> {
  const { count, domain, picks, evidence, at } = batch
  const { rows } = await sql<{ id: string }>`
    WITH made AS MATERIALIZED (
      SELECT n, gen_random_uuid() AS id, ${playerIds}::bigint[] AS p FROM generate_series(1, ${count}::integer) AS n
    ), fans AS (
      INSERT INTO auth."user" (id, name, email, email_verified)
      SELECT id, 'Fan ' || n, id || '@' || ${domain}, true FROM made RETURNING id
    )
    INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id, xp, account_strength, account_hours, network_hash,
      network_hash_wide, device_hash, changes, created_at, updated_at)
    SELECT ballot_bucket(id), id, ${matchId}, ${picks}, 5, ${evidence}, 0, ${at}, ${at} FROM made RETURNING user_id AS id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
