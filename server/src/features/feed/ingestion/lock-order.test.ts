import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { Random } from '@tribune/football/simulator/random.ts'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { App } from '../../../context.ts'
import { createPool, type Database, type Db } from '../../../infra/database/pool.ts'
import type { DB } from '../../../infra/database/types.generated.ts'
import { startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildFans, buildMatch, nextId } from '../../../testing/builders.ts'
import { detail, feedMatch, feedPlayer, seenAgain } from '../../../testing/feed.ts'
import { lockWaits } from '../../../testing/inspect.ts'
import { OPERATOR, signInMany } from '../../../testing/people.ts'
import { withdrawBallots } from '../../ballots/ledger/queries.ts'
import { lockWithoutMailbox } from '../../fans/accounts/queries.ts'
import { deleteAccount } from '../../fans/accounts/service.ts'
import { insertFollows } from '../../fans/follows/queries.ts'
import { applyProposal, readCountryRanking } from '../../matches/competitions/service.ts'
import { excludeMatches, includeMatches, lockMatches } from '../../matches/matches/queries.ts'
import { settleMessages } from '../../messages/announcements/queries.ts'
import { ingestLineups } from '../../players/lineups/service.ts'
import { rankStoredMatch } from '../../results/rankings/service.ts'
import { makeDemoMatch } from '../demo-match/service.ts'
import { countMisses, saveCompetitions, saveMatches, touchDetails, touchObserved } from './queries.ts'
import { ingestCompetitions, ingestDetails, ingestMatches } from './service.ts'

/** How the statements find several rows: as they lie in the table, which in these tests is never the order of their keys. */
const AS_THEY_LIE = '-c enable_indexscan=off -c enable_indexonlyscan=off -c enable_bitmapscan=off'
const [ENGLAND, FRANCE] = [39, 61]

let server: TestServer
let db: Database
const failed: unknown[] = []
/** The server's, with a database that finds rows as they lie. */
let app: App
let low: number
let high: number
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  const url = new URL(server.databaseUrl)
  url.searchParams.set('options', AS_THEY_LIE)
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: createPool(url.href, () => {}) }),
    // Some work goes on after a deadlock, one item after the other.
    log: (event) => {
      if (event.level === 'error') failed.push([event.query.sql, event.error])
    },
  })
  app = { ...server.app, db }
  await ingestCompetitions(app)
})
afterAll(async () => {
  await db.destroy()
  await server.close()
})
beforeEach(async () => {
  low = (await buildMatch(db, { competitionId: ENGLAND })).id
  high = (await buildMatch(db, { competitionId: FRANCE })).id
  await moveToEnd(low)
})

/** Moves a match behind all others in the table. */
async function moveToEnd(id: number): Promise<void> {
  await sql`UPDATE matches SET id = id WHERE id = ${id}`.execute(db)
}

const match = (id: number) => sql`SELECT FROM matches WHERE id = ${id} FOR NO KEY UPDATE`

/** Holds the first row, begins the work, and takes the second row while the work waits for the first: refused if it has that one already. */
async function expectInOrder(first: RawBuilder<unknown>, second: RawBuilder<unknown>, work: () => Promise<unknown>) {
  let working: Promise<unknown> | undefined
  await db
    .transaction()
    .execute(async (tx) => {
      await first.execute(tx)
      working = work()
      await expect.poll(() => lockWaits(db)).toBe(1)
      await sql`SET LOCAL lock_timeout = '500ms'`.execute(tx)
      await second.execute(tx)
    })
    .finally(() => working)
}

describe('rows are locked in the order of their keys when', () => {
  const both = () => [high, low]
  const now = () => server.clock.now()
  test.each<[string, (tx: Db) => Promise<unknown>]>([
    ['matches are marked as read in full', (tx) => touchDetails(tx, both(), now())],
    ['matches are marked as seen', (tx) => touchObserved(tx, both(), both(), now())],
    ['a feed no longer knows matches', (tx) => countMisses(tx, both())],
    ['matches are stored', async (tx) => saveMatches(tx, (await stored()).toReversed())],
  ])('%s', async (_, work) => {
    await expectInOrder(match(low), match(high), () => work(db))
  })

  const stored = () => db.selectFrom('matches').selectAll().where('id', 'in', [low, high]).orderBy('id').execute()

  test('competitions are stored', async () => {
    const row = (id: number) => ({ id, name: `Coupe ${id}`, country: '', type: 'cup', logo: null, coefficient: 1 })
    const [first, second] = [nextId(), nextId()]
    await saveCompetitions(db, [row(second), row(first)])
    const held = (id: number) => sql`SELECT FROM available_competitions WHERE id = ${id} FOR UPDATE`
    await expectInOrder(held(first), held(second), () => saveCompetitions(db, [row(second), row(first)]))
  })

  test('matches are excluded, and included again', async () => {
    const insert = (id: number) => sql`INSERT INTO excluded_matches VALUES (${id}, 'no_lineups_available', now())`
    const [last, latest] = [(await buildMatch(db)).id, (await buildMatch(db)).id]
    await expectInOrder(insert(last), insert(latest), () => excludeMatches(db, [latest, last], now()))
    await excludeMatches(db, [high], now())
    await excludeMatches(db, [low], now())
    const held = (id: number) => sql`SELECT FROM excluded_matches WHERE match_id = ${id} FOR UPDATE`
    await expectInOrder(held(low), held(high), () => includeMatches(db, both()))
  })

  test('the coefficients of two countries reach their matches', async () => {
    const ranking = await readCountryRanking(app, 2026)
    const proposal = { year: 2026, as_of: ranking.as_of, min: 0.5, max: 2, competition_ids: [ENGLAND, FRANCE] }
    // Competitions by id: the first one's match comes last.
    await sql`UPDATE matches SET competition_id = CASE id WHEN ${low} THEN ${FRANCE}::int ELSE ${ENGLAND} END
      WHERE id IN (${low}, ${high})`.execute(db)
    await expectInOrder(match(low), match(high), () => applyProposal(app, OPERATOR, proposal))
  })

  test('two lineups bring players', async () => {
    const matches = [feedMatch(now()), feedMatch(now())] as const
    await ingestMatches(app, matches)
    const [first, second] = [nextId(), nextId()]
    const details = [
      detail(matches[0], [feedPlayer(matches[0], 'home', { id: second })]),
      detail(matches[1], [feedPlayer(matches[1], 'home', { id: first })]),
    ]
    await ingestLineups(app, details)
    const held = (id: number) => sql`SELECT FROM players_ref WHERE id = ${id} FOR NO KEY UPDATE`
    await expectInOrder(held(first), held(second), () => ingestLineups(app, details))
  })

  test('ballots leave with their account', async () => {
    const [fan] = await signInMany(server, 1)
    for (const id of both()) {
      const players = await db.selectFrom('match_lineups').select('player_id').where('match_id', '=', id).execute()
      const picks = players.slice(0, 3).map(({ player_id }) => player_id)
      expect((await cast(server, fan, id, picks)).statusCode).toBe(200)
    }
    const held = (id: number) => sql`SELECT FROM votes WHERE match_id = ${id} FOR UPDATE`
    await expectInOrder(held(low), held(high), () => withdrawBallots(db, fan.id, both()))
  })

  test('a fan takes along what they followed as a visitor', async () => {
    const [fan = ''] = await buildFans(db, 1)
    const insert = (id: number) => sql`INSERT INTO follows (user_id, kind, target_id) VALUES (${fan}, 'player', ${id})`
    const follows = [2, 1].map((id) => ({ kind: 'player' as const, id, since: now() }))
    await expectInOrder(insert(1), insert(2), () => insertFollows(db, fan, follows))
  })

  test('old accounts are given their mailbox', async () => {
    const [first = '', second = ''] = (await buildFans(db, 2)).toSorted()
    await sql`UPDATE auth."user" SET created_at = now() - interval '1 day' WHERE id = ${second}`.execute(db)
    const held = (id: string) => sql`SELECT FROM auth."user" WHERE id = ${id} FOR KEY SHARE`
    const folded = () => db.transaction().execute((tx) => lockWithoutMailbox(tx, '', 100))
    await expectInOrder(held(first), held(second), folded)
  })
})

test('a match that another server stores between two looks is locked with the others, in their order', async () => {
  const match = feedMatch(server.clock.now())
  const [fresh, last] = [nextId(), nextId()]
  const batch = [fresh, last].map((id) => seenAgain(match, server.clock.now(), { id }))
  await ingestMatches(app, batch.slice(1))
  let ingesting: Promise<unknown> | undefined
  // The other server: between its insertion of the match and its commit.
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('new matches'))`.execute(tx)
    ingesting = ingestMatches(app, batch)
    await expect.poll(() => lockWaits(db)).toBe(1)
    await sql`SET LOCAL lock_timeout = '500ms'`.execute(tx)
    await lockMatches(tx, [last])
  })
  expect(await ingesting).toContain(fresh)
})

test('a demo match waits for a change of coefficients before it locks anything', async () => {
  await makeDemoMatch(app, OPERATOR, 'live_open')
  const held = sql`SELECT pg_advisory_xact_lock(hashtext('coefficients'))`
  await expectInOrder(held, sql`SELECT FROM matches WHERE id = ${DEMO_MATCH_ID} FOR UPDATE`, () =>
    makeDemoMatch(app, OPERATOR, 'live_open'),
  )
})

test('outcomes of push messages wait for no subscription that is being deleted', async () => {
  const [[fan = ''], match] = [await buildFans(db, 1), await buildMatch(db)]
  const id = () => sql<string>`gen_random_uuid()`
  const insert = (statement: RawBuilder<{ id: string }>) => statement.execute(db).then(({ rows }) => rows[0]?.id ?? '')
  const session = await insert(sql`INSERT INTO auth.session (user_id, token, expires_at)
    VALUES (${fan}, ${id()}::text, now() + interval '1 day') RETURNING id`)
  const occasion = await insert(sql`INSERT INTO push_occasions (match_id, kind, created_at, expires_at)
    VALUES (${match.id}, 'opening', now(), now()) RETURNING id`)
  const subscriptions: string[] = []
  for (const _ of [1, 2]) {
    const subscription = await insert(sql`
      INSERT INTO push_subscriptions (user_id, session_id, kind, endpoint, endpoint_hash, created_at)
      VALUES (${fan}, ${session}, 'fcm', ${id()}::text, sha256(${id()}::text::bytea), now()) RETURNING id`)
    await sql`INSERT INTO push_messages (occasion_id, subscription_id, user_id, created_at, due_at)
      VALUES (${occasion}, ${subscription}, ${fan}, now(), now())`.execute(db)
    subscriptions.push(subscription)
  }
  const settled = subscriptions.map((subscription_id) => ({
    ...{ occasion_id: occasion, subscription_id, outcome: 'sent' as const, retryMs: 0, inDoubt: false },
  }))
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('push_subscriptions')
      .where('id', '=', subscriptions[0] ?? '')
      .execute()
    await settleMessages(db, settled, 0)
  })
  expect(await db.selectFrom('push_messages').select('outcome').execute()).toEqual([{ outcome: 'sent' }])
})

const ROUNDS = 12
const MATCHES = 6

test('all of these at once, in any order, never deadlock', async () => {
  const random = new Random('lock-order')
  const shuffled = <T>(all: readonly T[]): T[] => {
    const placed = all.map((one) => ({ one, at: random.next() }))
    return placed.sort((a, b) => a.at - b.at).map(({ one }) => one)
  }
  const matches = Array.from({ length: MATCHES }, () => feedMatch(server.clock.now()))
  const ids = matches.map(({ id }) => id)
  const squad = Array.from({ length: 8 }, nextId)
  const read = (name: string) =>
    shuffled(matches).map((match) => {
      const players = squad.map((id, shirt) => feedPlayer(match, 'home', { id, name: `${name} ${id}`, shirt }))
      return detail(seenAgain(match, server.clock.now()), shuffled(players))
    })
  await ingestDetails(app, read('Joueur'))
  const { as_of } = await readCountryRanking(app, 2026)
  const propose = (max: number) =>
    applyProposal(app, OPERATOR, { year: 2026, as_of, min: 0.5, max, competition_ids: [FRANCE, ENGLAND] })
  failed.length = 0
  for (const [round, fan] of (await signInMany(server, ROUNDS)).entries()) {
    await Promise.all(ids.map((id) => cast(server, fan, id, shuffled(squad).slice(0, 3))))
    for (const id of shuffled(ids)) await moveToEnd(id)
    const works = [
      () => touchDetails(db, shuffled(ids), new Date()),
      () => countMisses(db, shuffled(ids)),
      () => touchObserved(db, shuffled(ids), shuffled(ids), new Date()),
      () => db.transaction().execute((tx) => lockMatches(tx, shuffled(ids))),
      () => ingestDetails(app, read(`Tour ${round}`)),
      () => ingestLineups(app, read(`Contour ${round}`)),
      () => propose(1 + (round % 2)),
      () => deleteAccount(app, fan.id),
      ...ids.map((id) => () => rankStoredMatch(app, id)),
    ]
    await Promise.allSettled(shuffled([...works, ...works.slice(0, 4)]).map((work) => work()))
  }
  expect(failed).toEqual([])
})
