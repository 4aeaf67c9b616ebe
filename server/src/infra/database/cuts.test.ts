import { tallyOf } from '@tribune/domain/testing/tally.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { call, startTestServer, type TestServer } from '../../testing/app.ts'
import { tallyIn, top3 } from '../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../testing/builders.ts'
import { type SignedIn, signInMany } from '../../testing/people.ts'
import { completeBallots } from '../../testing/recount.ts'

const FANS = 240
const SENDERS = 24
const READERS = 8
/** Acknowledged ballots between two cuts. */
const ACKNOWLEDGED_PER_CUT = 8
const PATIENTLY = { timeout: 5_000 }

let servers: [TestServer, TestServer]
let match: BuiltMatch
let scissors: pg.Client
beforeAll(async () => {
  const first = await startTestServer(inject('databaseUrl'))
  servers = [first, await startTestServer(inject('databaseUrl'), { sharing: first })]
  match = await buildMatch(first.app.db, { players: 14 })
  scissors = new pg.Client({ connectionString: first.databaseUrl, application_name: 'scissors' })
  await scissors.connect()
})
afterAll(async () => {
  await scissors.end()
  for (const server of servers.toReversed()) await server.close()
})

/** Terminates all connections to the database except this one. */
async function cut(): Promise<number> {
  const { rowCount } = await scissors.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`)
  return rowCount ?? 0
}

const statuses = new Set<number>()

async function cast(fan: SignedIn, index: number): Promise<readonly number[]> {
  const picks = [0, 1, 2].map((place) => match.playerIds[(index + place * 3) % 14] ?? 0) as [number, number, number]
  for (let tries = 0; ; tries += 1) {
    const server = servers[(index + tries) % 2 === 0 ? 0 : 1]
    const answer = await call(server, 'PUT', `/api/votes/${match.id}`, { cookie: fan.cookie, body: top3(picks) })
    statuses.add(answer.statusCode)
    if (answer.statusCode === 200) return picks
  }
}

test('cutting all connections again and again under load causes only 503s, and loses no acknowledged ballot', async () => {
  const fans = (await signInMany(servers[0], FANS)).entries()
  const acknowledged = new Map<string, readonly number[]>()
  let ended = false
  let lost = 0
  let cutting: Promise<unknown> = Promise.resolve()
  const cutAgain = async () => {
    lost += await cut()
  }
  const sender = async () => {
    for (const [index, fan] of fans) {
      acknowledged.set(fan.id, await cast(fan, index))
      if (acknowledged.size % ACKNOWLEDGED_PER_CUT === 0) cutting = cutting.then(cutAgain)
    }
  }
  const reader = async (_: unknown, index: number) => {
    while (!ended) {
      const path = index % 2 === 0 ? `/api/match_lineups?match_id=${match.id}` : '/api/health'
      statuses.add((await call(servers[index % 4 < 2 ? 0 : 1], 'GET', path)).statusCode)
      // Transactions keep a connection between two statements.
      await servers[0].app.db
        .transaction()
        .execute((tx) => tx.selectFrom('matches').select('id').where('id', '=', match.id).execute())
        .catch(() => {})
    }
  }
  const readers = Array.from({ length: READERS }, reader)
  const senders = Array.from({ length: SENDERS }, sender)
  await Promise.all(senders)
  ended = true
  await Promise.all([...readers, cutting])
  expect(lost).toBeGreaterThan(FANS / ACKNOWLEDGED_PER_CUT)
  expect([...statuses].toSorted()).toEqual([200, 503])
  const { db } = servers[0].app
  // The pool may not have noticed the last cut connections yet.
  const rows = await vi.waitFor(
    () => db.selectFrom('votes').selectAll().where('match_id', '=', match.id).execute(),
    PATIENTLY,
  )
  const stored = new Map(rows.map((row) => [row.user_id, [row.first_id, row.second_id, row.third_id]]))
  expect(stored).toEqual(acknowledged)
  const tally = await vi.waitFor(() => tallyIn(servers[0], match.id), PATIENTLY)
  const ballots = await vi.waitFor(() => completeBallots(db, match.id), PATIENTLY)
  expect(tally).toEqual(tallyOf(ballots))
})
