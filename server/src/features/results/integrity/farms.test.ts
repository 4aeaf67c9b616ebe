import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/app.ts'
import { top3 } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch } from '../../../testing/builders.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { type SignedIn, signInElsewhere } from '../../../testing/people.ts'
import { publishDueMatches } from '../rankings/service.ts'

/** Farms vote over HTTP, next to an honest crowd, and are set aside before the result is published. */
const HONEST = 400
const FARM = 50
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
})
afterAll(() => server.close())

/** A pseudo-random sequence of its own for each test. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Voter extends SignedIn {
  readonly address: string
}

interface Kind {
  readonly count: number
  readonly ageHours: (index: number) => number
  readonly address: (index: number) => string
  /** Earlier ballots of each. */
  readonly history?: number
}

/** Signs accounts of one kind in. Their mailboxes are of a provider that everybody uses. */
async function accounts({ count, ageHours, address, history = 0 }: Kind): Promise<Voter[]> {
  const { db } = server.app
  const now = server.clock.now().getTime()
  const voters: Voter[] = []
  for (let index = 0; index < count; index += 1) {
    const created_at = new Date(now - ageHours(index) * HOUR_MS)
    const fan = { name: '', email: `${randomUUID()}@gmail.com`, email_verified: true, created_at }
    const { id } = await db.insertInto('auth.user').values(fan).returning('id').executeTakeFirstOrThrow()
    if (history > 0) await remember(id, history, index)
    voters.push({ ...(await signInElsewhere(server, { id, cookie: '' })), address: address(index) })
  }
  return voters
}

/** Stores ballots of a fan on earlier matches. */
async function remember(id: string, ballots: number, index: number): Promise<void> {
  await sql`
    INSERT INTO votes (bucket, user_id, match_id, first_id, second_id, third_id, created_at, updated_at)
    SELECT ballot_bucket(${id}), ${id}, n, 1 + (n + ${index}::integer) % 7, 11 + n % 5, 21 + n % 3, now() - n * interval '3 days', now() - n * interval '3 days'
    FROM generate_series(1, ${ballots}::integer) n`.execute(server.app.db)
}

type Picks = (index: number) => readonly (number | undefined)[]

async function vote({ id: match }: BuiltMatch, voters: readonly Voter[], picks: Picks): Promise<void> {
  for (const [index, { cookie, address }] of voters.entries()) {
    const answer = await server.tribune.http.inject({
      method: 'PUT',
      url: `/api/votes/${match}`,
      headers: { cookie },
      payload: top3(picks(index)),
      remoteAddress: address,
      authority: new URL(ORIGIN).host,
    })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  }
}

/** Picks of independent people: some players are liked more than others. */
const likes = ({ playerIds }: BuiltMatch, roll: (below: number) => number): Picks => {
  const one = (from: number) => playerIds[from + Math.min(roll(7), roll(7))]
  return () => [one(0), one(7), one(14)]
}

const home = (index: number) => `81.${Math.floor(index / 200) % 250}.${index % 200}.${1 + (index % 250)}`
const rented = (index: number) => `203.${index % 40}.${index % 7}.${1 + index}`

/** Casts the honest ballots of a match: most fans have voted before, some are new. */
async function crowd(match: BuiltMatch, seed: number): Promise<string[]> {
  const roll = dice(seed)
  const known = await accounts({ count: HONEST - 120, ageHours: () => 400 + roll(4_000), address: home, history: 8 })
  const fresh = await accounts({ count: 120, ageHours: () => roll(200), address: (index) => home(index + 300) })
  const fans = [...known, ...fresh]
  await vote(match, fans, likes(match, roll))
  return fans.map(({ id }) => id)
}

/** Publishes a match, and returns the shares of these accounts' ballots that are set aside. */
async function asideAmong(match: BuiltMatch, ...groups: readonly (readonly string[])[]): Promise<number[]> {
  await finishMatch(server.app.db, match.id, new Date(server.clock.now().getTime() - 2 * HOUR_MS))
  await publishDueMatches(server.app)
  const { rows } = await sql<{ user_id: string }>`
    SELECT v.user_id FROM votes v JOIN matches m ON m.id = v.match_id
    WHERE v.match_id = ${match.id} AND v.set_aside IS NOT NULL AND m.published_at IS NOT NULL`.execute(server.app.db)
  const aside = new Set(rows.map(({ user_id }) => user_id))
  return groups.map((ids) => ids.filter((id) => aside.has(id)).length / ids.length)
}

const idsOf = (voters: readonly Voter[]) => voters.map(({ id }) => id)
const young = (index: number) => 24 + (index % 90)

test.each<[name: string, farm: Omit<Kind, 'count'>, target: 'podium' | 'first', least: number]>([
  ['naive: one network, accounts of this hour', { ageHours: () => 0, address: () => '203.0.113.7' }, 'podium', 0.99],
  ['paced: many networks, accounts of days', { ageHours: young, address: rented }, 'podium', 0.9],
  ['camouflaged: only the target is the same', { ageHours: young, address: rented }, 'first', 0.85],
])('a farm is set aside before the result: %s', async (name, kind, target, least) => {
  const match = await buildMatch(server.app.db)
  const honest = await crowd(match, name.length)
  const farm = await accounts({ ...kind, count: FARM })
  const honestly = likes(match, dice(99))
  const [first, second, third] = [match.playerIds[6], match.playerIds[13], match.playerIds[20]]
  await vote(match, farm, (index) =>
    target === 'podium' ? [first, second, third] : [first, ...honestly(index).slice(1)],
  )
  const [hit = 0, hurt = 1] = await asideAmong(match, idsOf(farm), honest)
  expect(hit).toBeGreaterThanOrEqual(least)
  expect(hurt).toBeLessThanOrEqual(0.005)
})

test('accounts that act together are set aside from the third match on', async () => {
  const farm = await accounts({ count: FARM, ageHours: (index) => 800 + index, address: rented })
  let [hit, hurt] = [0, 1]
  for (let round = 1; round <= 3; round += 1) {
    const match = await buildMatch(server.app.db)
    const honest = await crowd(match, round)
    await vote(match, farm, () => [match.playerIds[6], match.playerIds[13], match.playerIds[20]])
    ;[hit = 0, hurt = 1] = await asideAmong(match, idsOf(farm), honest)
  }
  expect(hit).toBeGreaterThanOrEqual(0.9)
  expect(hurt).toBeLessThanOrEqual(0.005)
})

test('a farm that copies a club of fans has none of them set aside', async () => {
  const match = await buildMatch(server.app.db)
  const honest = await crowd(match, 5)
  const [first, second, third] = [match.playerIds[6], match.playerIds[13], match.playerIds[20]]
  const club = await accounts({ count: 60, ageHours: (index) => 500 + index, address: () => '90.1.2.3', history: 8 })
  const farm = await accounts({ count: 30, ageHours: () => 0, address: () => '90.1.2.3' })
  await vote(match, [...club, ...farm], () => [first, second, third])
  const [framed = 1, hurt = 1] = await asideAmong(match, idsOf(club), honest)
  expect([framed, hurt]).toEqual([0, 0])
})
