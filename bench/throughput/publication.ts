import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { rebuildTally } from '@tribune/server/features/ballots/tally/queries.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { ballotsOf, voteOf } from '../calls.ts'
import { percentile, say, succeed } from '../harness.ts'
import { order, type Ports } from '../start-server.ts'
import { FIRST_PLAYER, PLAYERS } from '../world.ts'
import type { Subject } from './costs.ts'

/** `BALLOTS=1000000 npm run bench -- publication` measures larger matches. */
const BALLOTS = Number(process.env.BALLOTS ?? 100_000)
/** Earlier matches, of which fan n has voted on the first n % EARLIER. */
const EARLIER = 12
/** Matches that are published, one after the other, while fans vote on the rest. */
const PUBLISHED = BALLOTS > 300_000 ? 1 : 3
const VOTERS = 20
const VOTE_EVERY_MS = 20
/** Time in which sessions and lineups are read for the first time. */
const WARM_UP_MS = 4_000
const REST_MS = 4_000
const LIMIT_MS = 300_000
/** The aim for a result. */
const AIM_MS = BALLOTS > 300_000 ? 60_000 : 10_000
/** Time after the end of a window whose votes are compared with those at rest. */
const AROUND_MS = 2_000
const TICK_MS = 1_000

interface Vote {
  readonly at: number
  readonly ms: number
}

/** Publishes matches of many ballots while fans vote on others. Prints how late the results are, and how long votes take at rest and then. */
export async function benchPublication(
  url: string,
  { child, client }: Subject,
  { tribune }: Ports,
  fans: readonly string[],
): Promise<void> {
  await castMany(url)
  let isGoingOn = true
  const votes: Vote[] = []
  const next = ballotsOf(fans)
  const vote = async () => {
    while (isGoingOn) {
      const ballot = next()
      const at = performance.now()
      if (ballot.matchId > PUBLISHED) {
        await succeed(tribune, voteOf(ballot))
        votes.push({ at, ms: performance.now() - at })
      }
      await pause(VOTE_EVERY_MS)
    }
  }
  const tick = async () => {
    while (isGoingOn) {
      await order(child, { do: 'tick' })
      await pause(TICK_MS)
    }
  }
  const delays: number[] = []
  const recorded: number[] = []
  const rest: number[] = []
  const around: number[] = []
  const measure = async () => {
    const start = performance.now()
    await pause(WARM_UP_MS + REST_MS)
    rest.push(...votes.filter(({ at }) => at > start + WARM_UP_MS).map(({ ms }) => ms))
    for (let match = 1; match <= PUBLISHED; match += 1) {
      await client.query(
        `UPDATE matches SET status = 'finished', raw_status = 'FT', finished_at = now() - interval '1 hour', votes_close_at = now() WHERE id = $1`,
        [match],
      )
      const end = performance.now()
      while (!(await isPublished(client, match))) {
        if (performance.now() > end + LIMIT_MS) throw new Error(`match ${match} was not published`)
        await pause(10)
      }
      delays.push(performance.now() - end)
      while (!(await isRecorded(client, match))) {
        if (performance.now() > end + LIMIT_MS) throw new Error(`match ${match} has no record`)
        await pause(10)
      }
      recorded.push(performance.now() - end)
      await pause(Math.max(0, AROUND_MS - (performance.now() - end)))
      around.push(...votes.filter(({ at, ms }) => at + ms >= end && at < end + AROUND_MS).map(({ ms }) => ms))
    }
    isGoingOn = false
  }
  try {
    await Promise.all([...Array.from({ length: VOTERS }, vote), tick(), measure()])
  } finally {
    isGoingOn = false
  }
  const [before, during] = [rest, around].map((times) => percentile(times, 0.99))
  say(`(f) results of matches with ${BALLOTS} ballots, while ${VOTERS} fans vote on others`)
  say(
    `    record after ${recorded.map((ms) => ms.toFixed(0)).join(', ')} ms; largest memory of the server ${peakMemory(child.pid)} MB`,
  )
  say(
    `    published ${delays.map((ms) => ms.toFixed(0)).join(', ')} ms after the window (aim ${AIM_MS}); votes p99 ${before?.toFixed(1)} ms at rest, ` +
      `${during?.toFixed(1)} ms within ${AROUND_MS / 1_000} s of the window's end, ratio ${((during ?? 0) / (before ?? 1)).toFixed(2)} (aim 2)`,
  )
}

async function isPublished(client: Subject['client'], match: number): Promise<boolean> {
  return (await client.query('SELECT FROM matches WHERE id = $1 AND published_at IS NOT NULL', [match])).rowCount === 1
}

async function isRecorded(client: Subject['client'], match: number): Promise<boolean> {
  return (await client.query('SELECT FROM audit_entries WHERE match_id = $1', [match])).rowCount === 1
}

/** Largest memory of a process in MB; NaN if the system does not report it. */
function peakMemory(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1_024)
  } catch {
    return Number.NaN
  }
}

/** Three players, some of them favourites, independent of everything else. */
const PICKS = [0, 1, 2]
  .map((place) => `${FIRST_PLAYER} + ${place} * ${PLAYERS / 3} + floor(random() ^ 2 * ${PLAYERS / 3})::integer`)
  .join()

/** One of this many accounts has been deleted since. */
const DELETED_EACH = 20
/** Longest time of a statement that inserts them. */
const INSERT_MS = 600_000

/** Inserts fans, nearly all with an account, and their ballots, with evidence and earlier ballots. */
async function castMany(url: string): Promise<void> {
  const pool = createPool(url, () => {}, { name: 'bench', size: 1 })
  const db = createDatabase(pool)
  try {
    await pool.query('SET statement_timeout = 0')
    const insert = (text: string, values: unknown[]) =>
      pool.query({ text, values, query_timeout: INSERT_MS } as { text: string; values: unknown[] })
    await insert(
      `INSERT INTO auth."user" (id, name, email, mailbox, email_verified)
        SELECT md5('bench fan ' || n)::uuid, 'Fan ' || n, 'caster' || n || '@gmail.com', 'caster' || n || '@gmail.com', true
        FROM generate_series(1, $1::integer) n WHERE n % ${DELETED_EACH} > 0`,
      [BALLOTS],
    )
    await insert(
      `INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id, created_at, updated_at)
        SELECT ballot_bucket(id), id, 9000 + m, ${PICKS}, now() - m * interval '1 day', now() - m * interval '1 day'
        FROM (SELECT n, md5('bench fan ' || n)::uuid AS id FROM generate_series(1, $1::integer) n) fans, generate_series(1, ${EARLIER}) m
        WHERE m <= n % ${EARLIER}`,
      [BALLOTS],
    )
    await pool.query('VACUUM ANALYZE votes, auth."user"')
    for (let match = 1; match <= PUBLISHED; match += 1) {
      await insert(
        `INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id, account_strength, account_hours,
            network_hash, network_hash_wide, network_hash_widest, device_hash, changes)
          SELECT ballot_bucket(id), id, $1::bigint, ${PICKS}, 1, floor(random() * 3000), n % 60000, n % 8000, n % 900, n, 0
          FROM (SELECT n, md5('bench fan ' || n)::uuid AS id FROM generate_series(1, $2::integer) n) fans`,
        [match, BALLOTS],
      )
      await rebuildTally(db, match)
    }
  } finally {
    await db.destroy()
  }
}
