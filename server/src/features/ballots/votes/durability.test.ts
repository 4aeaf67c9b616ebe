import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../../../infra/database/pool.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { tallyIn, top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { SECRET } from '../../../testing/constants.ts'
import { makeDatabaseFolder } from '../../../testing/database.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'

const RUNNER = fileURLToPath(new URL('../../../testing/durable-server.ts', import.meta.url))
const SESSIONS_AT_ONCE = 24
const KILL_AFTER = 300
const FANS = 900

interface Running {
  readonly process: ChildProcess
  readonly url: string
  readonly databaseUrl: string
  readonly events: string[]
}

const dir = makeDatabaseFolder()
let server: Running
let db: Database
let match: BuiltMatch

async function startServer(): Promise<Running> {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dir, SECRET, PORT: '0', LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [RUNNER], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const events: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Running>()
  child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said: { event?: string; url?: string; databaseUrl?: string } = JSON.parse(line)
    if (said.event !== undefined) events.push(said.event)
    if (said.url !== undefined) resolve({ process: child, url: said.url, databaseUrl: said.databaseUrl ?? '', events })
  })
  return promise
}

async function kill({ process: child }: Running, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

beforeAll(async () => {
  server = await startServer()
  db = createDatabase(createPool(server.databaseUrl, () => {}))
  match = await buildMatch(db, { players: 14 })
})
afterAll(async () => {
  await db.destroy()
  await kill(server, 'SIGTERM')
  rmSync(dir, { recursive: true, force: true })
})

type Picks = readonly [number, number, number]

/** A ballot that was not sent is refused with `busy`; one that was under way may be stored or not. */
const expectOnly503 = ({ refusals }: Stream) =>
  expect(refusals.filter((one) => one !== '503 busy' && one !== '503 outcome_unknown')).toEqual([])

/** The ballots of a match day: who sends which picks, which were acknowledged, and the other answers. */
class Stream {
  readonly acknowledged = new Map<string, Picks>()
  readonly refusals: string[] = []
  readonly #waiting: SignedIn[]
  readonly #marks = new Map<number, () => void>()

  constructor(fans: readonly SignedIn[]) {
    this.#waiting = [...fans]
  }

  /** Resolves at that many acknowledgements. */
  reached(count: number): Promise<void> {
    return new Promise((done) => this.#marks.set(count, done))
  }

  /** Many sessions, one ballot after the other each; `lost` decides what happens to one that got no acknowledgement. */
  async run(lost: (fan: SignedIn) => Promise<'again' | 'stop'>): Promise<void> {
    const session = async () => {
      for (let fan = this.#waiting.pop(); fan !== undefined; fan = this.#waiting.pop()) {
        while (!(await this.#send(fan))) if ((await lost(fan)) === 'stop') return
      }
    }
    await Promise.all(Array.from({ length: SESSIONS_AT_ONCE }, session))
  }

  async #send(fan: SignedIn): Promise<boolean> {
    const at = (this.acknowledged.size + this.#waiting.length * 7) % 12
    const [a = 0, b = 0, c = 0] = match.playerIds.slice(at, at + 3)
    const answer = await put(fan, [a, b, c])
    if (answer !== 'saved') this.refusals.push(answer)
    if (answer !== 'saved') return false
    this.acknowledged.set(fan.id, [a, b, c])
    this.#marks.get(this.acknowledged.size)?.()
    return true
  }
}

async function put({ cookie }: SignedIn, picks: Picks): Promise<string> {
  const headers = { 'content-type': 'application/json', cookie }
  const sent = { method: 'PUT', headers, body: JSON.stringify(top3(picks)), signal: AbortSignal.timeout(15_000) }
  try {
    const answer = await fetch(`${server.url}/api/votes/${match.id}`, sent)
    const body = (await answer.json()) as { complete?: boolean; error?: { code: string } }
    return answer.status === 200 && body.complete === true ? 'saved' : `${answer.status} ${body.error?.code}`
  } catch {
    return 'no answer'
  }
}

async function healthy(): Promise<void> {
  while ((await fetch(`${server.url}/api/health`).catch(() => null))?.status !== 200) await pause(50)
}

async function expectNothingLost({ acknowledged }: Stream): Promise<void> {
  const rows = await db.selectFrom('votes').selectAll().where('match_id', '=', match.id).execute()
  const kept = Map.groupBy(rows, (row) => row.user_id)
  for (const [fanId, picks] of acknowledged) {
    expect(kept.get(fanId)?.map((row) => [row.first_id, row.second_id, row.third_id, row.xp])).toEqual([[...picks, 5]])
  }
  expect(await tallyIn({ app: { db } }, match.id)).toEqual(tallyOf(await completeBallots(db, match.id)))
}

/** Line 1 of the file that PostgreSQL keeps in its own folder. */
const postmaster = () => Number(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
const newFans = () => signInMany({ app: { db, config: { secret: SECRET } }, clock: systemClock }, FANS)

test('killing the server under ballots loses no acknowledged one, and the tally is right', async () => {
  const stream = new Stream(await newFans())
  const unanswered: SignedIn[] = []
  const streaming = stream.run(async (fan) => {
    unanswered.push(fan)
    return 'stop'
  })
  await stream.reached(KILL_AFTER)
  const database = postmaster()
  await kill(server, 'SIGKILL')
  await streaming
  expect(stream.acknowledged.size).toBeLessThan(FANS)
  expect(unanswered).toHaveLength(SESSIONS_AT_ONCE)
  server = await startServer()
  expect([postmaster(), server.events]).toEqual([database, [expect.stringContaining('taken over')]])
  await expectNothingLost(stream)
  for (const fan of unanswered)
    expect(await put(fan, [match.playerIds[3] ?? 0, match.playerIds[4] ?? 0, match.playerIds[5] ?? 0])).toBe('saved')
  await expectNothingLost(stream)
})

test('killing PostgreSQL under ballots causes 503s until it restarts by itself, and loses nothing', async () => {
  const stream = new Stream(await newFans())
  const streaming = stream.run(async () => {
    await healthy()
    return 'again'
  })
  await stream.reached(KILL_AFTER)
  const before = postmaster()
  process.kill(before, 'SIGKILL')
  await streaming
  expect(stream.acknowledged.size).toBe(FANS)
  expectOnly503(stream)
  expect(server.process.exitCode).toBeNull()
  expect(postmaster()).not.toBe(before)
  expect(server.events.at(-1)).toContain('starting it again')
  await expectNothingLost(stream)
})

test('killing one process of PostgreSQL under ballots loses nothing: it recovers by itself, and the server keeps running', async () => {
  const stream = new Stream(await newFans())
  const streaming = stream.run(async () => {
    await healthy()
    return 'again'
  })
  await stream.reached(KILL_AFTER)
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'tribune%' AND pid <> pg_backend_pid() LIMIT 1`.execute(
    db,
  )
  const before = postmaster()
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await streaming
  expect(stream.acknowledged.size).toBe(FANS)
  expectOnly503(stream)
  expect([server.process.exitCode, postmaster()]).toEqual([null, before])
  await expectNothingLost(stream)
})
