import { setTimeout as pause } from 'node:timers/promises'
import { rebuildTally } from '@tribune/server/features/ballots/tally/queries.ts'
import { BUCKETS } from '@tribune/server/infra/database/ballot-bucket.ts'
import { createDatabase, createPool } from '@tribune/server/infra/database/pool.ts'
import { ballotsOf, voteOf } from '../calls.ts'
import { percentile, say, succeed } from '../harness.ts'
import { order, type Ports } from '../start-server.ts'
import { FIRST_PLAYER, PLAYERS } from '../world.ts'
import type { Subject } from './costs.ts'

const BALLOTS = 100_000
/** Matches that are published, one after the other, while fans vote on the rest. */
const PUBLISHED = 3
const VOTERS = 20
const VOTE_EVERY_MS = 20
/** Time in which sessions and lineups are read for the first time. */
const WARM_UP_MS = 4_000
const REST_MS = 4_000
const LIMIT_MS = 60_000
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
    `    published ${delays.map((ms) => ms.toFixed(0)).join(', ')} ms after the window (aim 10 000); votes p99 ${before?.toFixed(1)} ms at rest, ` +
      `${during?.toFixed(1)} ms within ${AROUND_MS / 1_000} s of the window's end, ratio ${((during ?? 0) / (before ?? 1)).toFixed(2)} (aim 3)`,
  )
}

async function isPublished(client: Subject['client'], match: number): Promise<boolean> {
  return (await client.query('SELECT FROM matches WHERE id = $1 AND published_at IS NOT NULL', [match])).rowCount === 1
}

/** Inserts ballots of fans without an account. */
async function castMany(url: string): Promise<void> {
  const pool = createPool(url, () => {})
  const db = createDatabase(pool)
  try {
    for (let match = 1; match <= PUBLISHED; match += 1) {
      await pool.query({
        text: `INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id)
          SELECT n % ${BUCKETS}, uuidv7(), $1::bigint, $3::integer + n % $4, $3 + (n + 1 + n % 7) % $4, $3 + (n + 9 + n % 11) % $4
          FROM generate_series(1, $2::integer) n`,
        values: [match, BALLOTS, FIRST_PLAYER, PLAYERS],
        query_timeout: 120_000,
      } as { text: string; values: unknown[] })
      await rebuildTally(db, match)
    }
  } finally {
    await db.destroy()
  }
}
