import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deviceCookieName } from '@tribune/server/http/device.ts'
import { hmacOf, keyFor } from '@tribune/server/kernel/keys.ts'
import pg from 'pg'
import { picks, voteOf } from '../calls.ts'
import { type Call, say } from '../harness.ts'
import { order, type Ports, SECRET } from '../start-server.ts'
import { MATCHES } from '../world.ts'
import { type Cost, costOf, medianOf, type Subject } from './costs.ts'
import { pipeline } from './pipelines.ts'

/** Fans whose sessions the server has cached, and those of each round whose sessions it reads first. */
export const WARM = 20_000
export const COLD = 10_000
export const ROUNDS = 3
const SECONDS = 4
/** Each phone has a connection of its own, and waits for its answer. */
const PHONES = { sockets: 1_000, depth: 1 }
/** Connections of the baseline to PostgreSQL. */
const WRITERS = 16

interface BallotCost extends Cost {
  readonly perCommit: number
}

/** Parts of a round, in their order. */
const PARTS = {
  rows: 'single-row upserts',
  fastify: 'bare Fastify PUT',
  http: 'bare node:http',
  cold: 'inserts, cold sessions',
  changes: 'changes',
  inserts: 'inserts',
} as const
type Part = keyof typeof PARTS

/** Sends ballots of fans who have a device each, in turn with the baselines, so that noise of the machine affects all. Returns the cells of the history. */
export async function benchBallots(
  url: string,
  subject: Subject,
  ports: Ports,
  fans: readonly string[],
): Promise<string[]> {
  const rounds: Record<Part, BallotCost[]> = { rows: [], fastify: [], http: [], cold: [], changes: [], inserts: [] }
  const warm = fans.slice(0, WARM).map(withDevice)
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.rows.push(await single(url, subject, fans))
    rounds.fastify.push(await bare(subject, ports.bare))
    rounds.http.push(await bare(subject, ports.bareHttp))
    const cold = fans.slice(WARM + round * COLD, WARM + (round + 1) * COLD).map(withDevice)
    rounds.cold.push(await cast(subject, ports, cold, 0))
    // The first pass reads the sessions again, and makes the ballots that are changed.
    await cast(subject, ports, warm, 0)
    rounds.changes.push(await cast(subject, ports, warm, 0))
    await cast(subject, ports, warm, 0)
    rounds.inserts.push(await cast(subject, ports, warm, round + 1))
  }
  say('(a) durable complete ballots over HTTP, with session, device, window, tally and experience, ranked each second')
  for (const [part, name] of Object.entries(PARTS)) {
    const { perSecond, node, postgres, walBytes, perCommit } = medianOf(rounds[part as Part])
    say(
      `    ${name}: ${perSecond.toFixed(0)}/s; node ${node.toFixed(0)} µs, PostgreSQL ${postgres.toFixed(0)} µs, ` +
        `WAL ${walBytes.toFixed(0)} bytes; ${perCommit.toFixed(0)} ballots per commit`,
    )
  }
  const [changes, inserts, rows] = [medianOf(rounds.changes), medianOf(rounds.inserts), medianOf(rounds.rows)]
  const ratios = [
    (changes.perSecond / rows.perSecond).toFixed(2),
    (changes.node / medianOf(rounds.fastify).node).toFixed(1),
    (changes.postgres / rows.postgres).toFixed(2),
    changes.walBytes.toFixed(0),
    (medianOf(rounds.cold).perSecond / inserts.perSecond).toFixed(2),
  ]
  const [rate, node, postgres, wal, cold] = ratios
  say(
    `    changes to rows ${rate} (aim 1.5), node to bare Fastify ${node} (1.7), PostgreSQL to rows ${postgres} (0.15), ` +
      `WAL ${wal} (900); cold to warm inserts ${cold} (0.6)`,
  )
  return [changes.perSecond.toFixed(0), changes.node.toFixed(0), changes.postgres.toFixed(0), ...ratios]
}

interface Fan {
  readonly id: string
  readonly device: string
}

const deviceKey = keyFor(SECRET, 'device')

/** Gives a fan a device cookie as the server issues it. */
function withDevice(id: string): Fan {
  const claim = `${randomBytes(16).toString('base64url')}.${Math.floor(Date.now() / 1_000).toString(36)}`
  return { id, device: `${deviceCookieName('http://localhost')}=${claim}.${hmacOf(deviceKey, claim)}` }
}

function ballotOf({ id, device }: Fan, matchId: number): Call {
  const call = voteOf({ fan: id, matchId, picks: picks() })
  return { ...call, headers: { ...call.headers, cookie: `${call.headers?.cookie}; ${device}` } }
}

/** Casts one ballot of each fan. `turn`: each turn has other pairs of fan and match. */
async function cast(subject: Subject, { tribune }: Ports, fans: readonly Fan[], turn: number): Promise<BallotCost> {
  const calls = fans.map((fan, index) => ballotOf(fan, 1 + ((index + turn) % MATCHES)))
  const { rows: begun } = await subject.client.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  const cost = await costOf(subject, () =>
    whileRanked(subject, pipeline({ ...PHONES, port: tribune, calls, expected: 200 })),
  )
  const { rows } = await subject.client.query<{ per_commit: number }>(
    'SELECT (count(*) / count(DISTINCT xmin::text))::float AS per_commit FROM votes WHERE updated_at >= $1',
    [begun[0]?.now],
  )
  return { ...cost, perCommit: rows[0]?.per_commit ?? 0 }
}

/** Ranks the open matches each second until the ballots are in, and once more. */
async function whileRanked<Result>({ child }: Subject, ballots: Promise<Result>): Promise<Result> {
  let isGoingOn = true
  const end = ballots.finally(() => {
    isGoingOn = false
  })
  while (isGoingOn) {
    await Promise.race([end, sleep(1_000)])
    await order(child, { do: 'tick' })
  }
  return end
}

/** Sends the same bodies to a server that parses them, answers in the same form, and does nothing else. */
async function bare(subject: Subject, port: number): Promise<BallotCost> {
  const fan = withDevice('00000000-0000-0000-0000-000000000000')
  const calls = Array.from({ length: 1_000 }, () => ballotOf(fan, 1))
  const cost = await costOf(subject, () => pipeline({ ...PHONES, port, calls, expected: 200, seconds: SECONDS / 2 }))
  return { ...cost, perCommit: 0 }
}

/** Writes rows of ballots alone, one per statement, directly to the same PostgreSQL. */
async function single(url: string, subject: Subject, fans: readonly string[]): Promise<BallotCost> {
  const clients = Array.from({ length: WRITERS }, () => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  const cost = await costOf(subject, async () => {
    let answered = 0
    const start = performance.now()
    const write = async (client: pg.Client) => {
      while (performance.now() < start + SECONDS * 1_000) {
        const fan = fans[Math.floor(Math.random() * WARM)]
        await client.query({
          name: 'single',
          text: `INSERT INTO votes AS v (bucket, user_id, match_id, first_id, second_id, third_id)
            VALUES (ballot_bucket($1), $1, $2, $3, $4, $5)
            ON CONFLICT (bucket, user_id, match_id) DO UPDATE SET first_id = excluded.first_id, second_id = excluded.second_id,
            third_id = excluded.third_id, updated_at = clock_timestamp()`,
          values: [fan, 900_000 + Math.floor(Math.random() * MATCHES), ...picks()],
        })
        answered += 1
      }
    }
    await Promise.all(clients.map(write))
    return { answered, seconds: (performance.now() - start) / 1_000 }
  })
  await Promise.all(clients.map((client) => client.end()))
  return { ...cost, perCommit: 1 }
}
