import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createDatabase, createPool, type Database } from '../infra/database/pool.ts'
import { systemClock } from '../kernel/clock.ts'
import { top3 } from '../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../testing/builders.ts'
import { SECRET } from '../testing/constants.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { lockWaits } from '../testing/inspect.ts'
import { NOWHERE } from '../testing/nowhere.ts'
import { type SignedIn, signInMany } from '../testing/people.ts'
import { isAlive, SeveralServers } from '../testing/several-servers.ts'
import { RestartPace } from './fleet.ts'

const COUNT = 3
/** So many that none exceeds the rate limit of ballots. */
const FANS_PER_CLIENT = 10
const CLIENTS = 30
const VOTES_EVERY = 10
/** Each start loads the whole product, several times at once on a busy machine. */
const SLOWLY = { timeout: 400_000 }
const PATIENTLY = { timeout: 180_000 }
const METRICS_TOKEN = 'of-this-test-alone-0123'
const dir = mkdtempSync(join(tmpdir(), 'tribune-servers-'))
let database: TestDatabase
let db: Database
let product: SeveralServers
let match: BuiltMatch
let fans: SignedIn[]
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  db = createDatabase(createPool(database.url, () => {}))
  match = await buildMatch(db, { players: 14 })
  fans = await signInMany(
    { app: { db, config: { secret: SECRET } }, clock: systemClock },
    2 + CLIENTS * FANS_PER_CLIENT,
  )
  product = await SeveralServers.start(database.url, dir, { SERVERS: String(COUNT), METRICS_TOKEN })
  await serving(COUNT)
}, SLOWLY.timeout)
afterAll(async () => {
  product.parent.kill('SIGTERM')
  await product.exited
  await db.destroy()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

const serving = (count: number) =>
  vi.waitFor(() => expect(product.saying('Server listening')).toHaveLength(count), PATIENTLY)
const fan = (index: number) => fans[index % fans.length] as SignedIn
const picksOf = (index: number) => [0, 3, 6].map((place) => match.playerIds[(index + place) % 14] ?? 0)
const vote = (index: number) => ({ method: 'PUT', cookie: fan(index).cookie, body: top3(picksOf(index)) })
const stored = async (index: number) => {
  const row = await db.selectFrom('votes').selectAll().where('user_id', '=', fan(index).id).executeTakeFirstOrThrow()
  return [row.first_id, row.second_id, row.third_id]
}
/** Processes of the product, of which one is that of the stand-ins. */
const children = (parent = product.parent.pid) =>
  execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

test('all serve at one port, and what one stores, all read', SLOWLY, async () => {
  const [first, second] = await product.connectToEach(COUNT)
  expect((await first?.ask(`/api/votes/${match.id}`, vote(0)))?.status).toBe(200)
  const read = await second?.ask(`/api/votes/${match.id}`, { cookie: fan(0).cookie })
  expect(JSON.parse(read?.body ?? '')).toMatchObject({ vote: top3(picksOf(0)) })
})

test('each serves the series of all, added up', SLOWLY, async () => {
  const each = await product.connectToEach(COUNT)
  for (const [index, { ask }] of each.entries()) {
    expect((await ask(`/api/votes/${match.id}`, vote(2 + index))).status).toBe(200)
  }
  const accepted = await Promise.all(
    each.map(async ({ ask }) => {
      const { body } = await ask('/metrics', { token: METRICS_TOKEN })
      return Number(/^tribune_ballots_accepted_total (\d+)$/m.exec(body)?.[1])
    }),
  )
  expect(new Set(accepted).size).toBe(1)
  expect(accepted[0]).toBeGreaterThanOrEqual(COUNT)
})

test('a sign-out at one ends the session at all', SLOWLY, async () => {
  const each = await product.connectToEach(COUNT)
  const { cookie } = fan(1)
  const statuses = () => Promise.all(each.map(async ({ ask }) => (await ask('/api/votes', { cookie })).status))
  expect(await statuses()).toEqual([200, 200, 200])
  expect((await each[0]?.ask('/api/auth/sign-out', { method: 'POST', cookie, body: {} }))?.status).toBe(200)
  // Far sooner than the cache forgets it.
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([401, 401, 401])
})

test('an answer has the same bytes and ETag from all, and a change reaches the screens at each', SLOWLY, async () => {
  const each = await product.connectToEach(COUNT)
  const home = await Promise.all(each.map(({ ask }) => ask(`/api/rpc/get_match_screen?match_id=${match.id}`)))
  expect(new Set(home.map(({ status, headers, body }) => `${status} ${headers.etag} ${body}`)).size).toBe(1)
  const streams = await Promise.all(each.map(({ open }) => open(`/api/live?match_ids=${match.id}`)))
  const readers = streams.map((stream) => stream.setEncoding('utf8')[Symbol.asyncIterator]())
  /** Reads each stream until an event has come over all. */
  const heard = (event: string) =>
    Promise.all(
      readers.map(async (reader) => {
        for (let all = ''; !all.includes(`event: ${event}`); ) {
          const { value, done } = await reader.next()
          if (done) throw new Error('The stream ended')
          all += String(value)
        }
      }),
    )
  await heard('hello')
  await db.updateTable('matches').set({ minute: 71 }).where('id', '=', match.id).execute()
  // As another machine does.
  const payload = JSON.stringify(['another', 'matches', { ids: [match.id] }])
  await sql`SELECT pg_notify('tribune', ${payload})`.execute(db)
  await heard('match')
  for (const stream of streams) stream.destroy()
})

test('messages of any server to a stand-in are on one page, the same at all servers', SLOWLY, async () => {
  const each = await product.connectToEach(COUNT)
  for (const [index, { ask }] of each.entries()) {
    const body = { email: `newcomer-${index}@example.invalid` }
    expect((await ask('/api/auth/sign-in/magic-link', { method: 'POST', body })).status).toBe(200)
  }
  const mailsAt = async ({ ask }: (typeof each)[number]) => {
    const { items } = JSON.parse((await ask('/dev/mails.json')).body) as { items: { id: string; to: string[] }[] }
    return items
  }
  for (const one of each) await expect.poll(async () => (await mailsAt(one)).length, PATIENTLY).toBe(COUNT)
  const [first, second] = each
  const [mail] = first === undefined ? [] : await mailsAt(first)
  expect((await second?.ask(`/dev/mails/${mail?.id}`))?.body).toContain(mail?.to[0])
  expect((await second?.ask('/dev/mails/none'))?.status).toBe(404)
})

test('one runs the jobs, each once', SLOWLY, async () => {
  expect(product.saying('runs the jobs')).toHaveLength(1)
  const ended = await buildMatch(db, { status: 'finished', finishedAt: new Date(Date.now() - 2 * 60 * 60_000) })
  const published = () =>
    db.selectFrom('matches').select('published_at').where('id', '=', ended.id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await published()).published_at, PATIENTLY).not.toBeNull()
  const entries = () => db.selectFrom('audit_entries').select('match_id').where('match_id', '=', ended.id).execute()
  await expect.poll(entries, PATIENTLY).toEqual([{ match_id: ended.id }])
})

/** Votes and reads until stopped, over connections that stay open and over new ones. Returns the calls that did not succeed, and whose ballots were acknowledged. */
function load() {
  let isOver = false
  let answered = 0
  const failures: string[] = []
  const acknowledged = new Set<number>()
  const clients = Array.from({ length: CLIENTS }, async (_client, at) => {
    const agent = at % 3 === 0 ? false : new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; !isOver; turn += 1) {
      const index = 2 + at + CLIENTS * ((turn / VOTES_EVERY) % FANS_PER_CLIENT)
      const votes = turn % VOTES_EVERY === 0
      const asked = votes
        ? product.ask(`/api/votes/${match.id}`, vote(index), agent)
        : product.ask('/api/contact', {}, agent)
      const failure = await asked.then(({ status, body }) => (status === 200 ? null : body), String)
      if (failure !== null) failures.push(failure)
      else if (votes) acknowledged.add(index)
      answered += 1
    }
    if (agent !== false) agent.destroy()
  })
  return {
    failures,
    acknowledged,
    answered: () => answered,
    async stop() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

test('a restart under load refuses and breaks no request, and replaces all, one after another', SLOWLY, async () => {
  const before = new Set(children())
  const traffic = load()
  await expect.poll(traffic.answered, PATIENTLY).toBeGreaterThan(100)
  product.parent.kill('SIGHUP')
  await expect.poll(() => product.printed.join('\n'), { timeout: 390_000 }).toContain(`${COUNT} servers restarted`)
  await traffic.stop()
  expect(traffic.failures).toEqual([])
  const after = children()
  // The stand-ins stay.
  expect(after.filter((pid) => before.has(pid))).toHaveLength(1)
  expect(after).toHaveLength(COUNT + 1)
  expect(product.saying('runs the jobs').filter((pid) => after.includes(pid))).not.toEqual([])
})

test(
  'a killed server comes back, its connections go to others, and no acknowledged ballot is lost',
  SLOWLY,
  async () => {
    const traffic = load()
    await expect.poll(traffic.answered, PATIENTLY).toBeGreaterThan(100)
    await traffic.stop()
    const { pid = 0 } = (await product.connectToEach(COUNT))[0] ?? {}
    process.kill(pid, 'SIGSTOP')
    // Each server gets at least one; that of the one that stands still is on its way to it.
    const asked = Array.from({ length: 4 * COUNT }, () => product.ask('/api/contact'))
    await Promise.any(asked)
    process.kill(pid, 'SIGKILL')
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))
    await expect.poll(() => children().length, PATIENTLY).toBe(COUNT + 1)
    await expect
      .poll(() => children().filter((one) => product.saying('Server listening').includes(one)).length, PATIENTLY)
      .toBe(COUNT)
    expect(traffic.acknowledged.size).toBeGreaterThan(10)
    for (const index of traffic.acknowledged) expect(await stored(index)).toEqual(picksOf(index))
  },
)

test('a ballot under way is answered when the parent is killed, and no process stays', SLOWLY, async () => {
  const pids = children()
  const answer = await db.transaction().execute(async (tx) => {
    await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(tx)
    const asked = product.ask(`/api/votes/${match.id}`, vote(2))
    await expect.poll(() => lockWaits(db), PATIENTLY).toBeGreaterThan(0)
    product.parent.kill('SIGKILL')
    await product.exited
    return { asked }
  })
  expect((await answer.asked).status).toBe(200)
  await expect.poll(() => pids.filter(isAlive), PATIENTLY).toEqual([])
})

test('SIGTERM ends all in order, and a start that cannot succeed ends with an error', SLOWLY, async () => {
  const again = await SeveralServers.start(database.url, dir, { SERVERS: '2', LOG_LEVEL: 'warn' })
  await expect.poll(() => again.printed.join('\n'), PATIENTLY).toContain('ready')
  const pids = children(again.parent.pid)
  again.parent.kill('SIGTERM')
  expect(await again.exited).toEqual([0, null])
  expect(pids.filter(isAlive)).toEqual([])
  const wrong = await SeveralServers.start(`postgresql://us:us@${NOWHERE}/none`, dir, { SERVERS: '2' })
  expect(await wrong.exited).toEqual([1, null])
})

test('the first death of a minute is replaced at once, the next ones after pauses that double up to half a minute', () => {
  const pace = new RestartPace()
  const pauses = [0, 1, 2, 3, 4, 5, 6, 7].map((second) => pace.pauseAfterDeath(second * 1_000))
  expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(pace.pauseAfterDeath(66_500)).toBe(1_000)
  expect(pace.pauseAfterDeath(200_000)).toBe(0)
})
