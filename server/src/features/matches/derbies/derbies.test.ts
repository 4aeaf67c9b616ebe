import { FOLLOWED_COMPETITIONS } from '@tribune/domain/matches/competitions.ts'
import type { FeedMatch } from '@tribune/football/feed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'
import { ingestMatches } from '../../feed/ingestion/service.ts'
import { lockCoefficients } from '../competitions/queries.ts'

const [NORTH, SOUTH, EAST] = [3_001, 3_002, 3_003]
const LEAGUE = 61
let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.app
  await sql`TRUNCATE derbies, matches, teams, available_competitions CASCADE`.execute(db)
  await db.updateTable('match_coefficients').set({ coefficient: 1 }).execute()
  await db
    .insertInto('available_competitions')
    .values({
      id: LEAGUE,
      name: 'Ligue Aube',
      coefficient: FOLLOWED_COMPETITIONS.find(({ id }) => id === LEAGUE)?.coefficient ?? 3,
    })
    .execute()
  await ask('POST', '/api/rpc/set_cm_table', { table: [{ phase: 'derby_multiplier', coefficient: 1.2 }] })
  await db
    .insertInto('teams')
    .values([
      { id: NORTH, name: 'Étoile du Nord' },
      { id: SOUTH, name: 'Olympique Sud' },
      { id: EAST, name: 'Racing Étoilé' },
    ])
    .execute()
})

const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  call(server, method, path, { cookie: admin.cookie, ...(body === undefined ? {} : { body }) })
const add = (one: unknown, other: unknown) => ask('POST', '/api/rpc/add_derby', { team_ids: [one, other] })
const remove = (one: unknown, other: unknown) => ask('POST', '/api/rpc/remove_derby', { team_ids: [one, other] })
const club = (id: number) => ({ id, name: `Club ${id}`, logo: null })

/** A match as the feed reports it. */
function seen(id: number, home: number, away: number, round = 'Regular Season - 3'): FeedMatch {
  const now = server.clock.now()
  return {
    id,
    competition: { id: LEAGUE, name: 'Ligue Aube', country: 'France', logo: null },
    season: 2026,
    round,
    kickoffAt: new Date(now.getTime() + 86_400_000),
    kickoffHourKnown: true,
    status: 'upcoming',
    rawStatus: 'NS',
    minute: null,
    extra: null,
    home: club(home),
    away: club(away),
    homeScore: null,
    awayScore: null,
    observedAt: now,
  } as FeedMatch
}
const ingest = async (...matches: FeedMatch[]) => {
  server.clock.advance(60_000)
  await ingestMatches(
    server.app,
    matches.map((match) => ({ ...match, observedAt: server.clock.now() })),
  )
}
const stored = async () => {
  const rows = await server.app.db
    .selectFrom('matches')
    .select(['id', 'is_derby', 'coefficient'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, is_derby, coefficient }) => [id, is_derby, coefficient])
}
const journal = async () => (await ask('GET', '/api/operator_journal?subject=derby:')).json().items

describe('a derby', () => {
  test('marks its matches at either ground, and raises their coefficient', async () => {
    await ingest(seen(1, NORTH, SOUTH), seen(2, SOUTH, NORTH), seen(3, NORTH, EAST))
    expect((await add(SOUTH, NORTH)).json()).toEqual({ matches: 2, matches_updated: 2 })
    expect(await stored()).toEqual([
      [1, true, 3.6],
      [2, true, 3.6],
      [3, false, 3],
    ])
    const { items } = (await ask('GET', '/api/operator_derbies')).json()
    expect(items).toMatchObject([{ teams: [{ id: NORTH }, { id: SOUTH }], matches: 2, published: 0 }])
  })

  test('weighs matches that the feed brings later', async () => {
    await add(NORTH, SOUTH)
    await ingest(seen(1, SOUTH, NORTH), seen(2, NORTH, EAST))
    expect(await stored()).toEqual([
      [1, true, 3.6],
      [2, false, 3],
    ])
  })

  test('weighs a match whose clubs the feed corrects, until its points are published', async () => {
    await add(NORTH, SOUTH)
    await ingest(seen(1, NORTH, EAST), seen(2, NORTH, SOUTH))
    await ingest(seen(1, NORTH, SOUTH), seen(2, NORTH, EAST))
    expect(await stored()).toEqual([
      [1, true, 3.6],
      [2, false, 3],
    ])
  })

  test('keeps its mark and its coefficient when the feed says the same again, and when its round is corrected', async () => {
    await ask('POST', '/api/rpc/set_cm_table', { table: [{ phase: 'final', coefficient: 2 }] })
    await add(NORTH, SOUTH)
    await ingest(seen(1, NORTH, SOUTH))
    await ingest(seen(1, NORTH, SOUTH))
    expect(await stored()).toEqual([[1, true, 3.6]])
    await ingest(seen(1, NORTH, SOUTH, 'Final'))
    expect(await stored()).toEqual([[1, true, 7.2]])
  })

  test('is unmarked with its matches', async () => {
    await ingest(seen(1, NORTH, SOUTH))
    await add(NORTH, SOUTH)
    expect((await remove(SOUTH, NORTH)).json()).toEqual({ matches: 1, matches_updated: 1 })
    expect(await stored()).toEqual([[1, false, 3]])
    expect((await ask('GET', '/api/operator_derbies')).json().items).toEqual([])
    await ingest(seen(2, NORTH, SOUTH))
    expect((await stored())[1]).toEqual([2, false, 3])
  })

  test('leaves who marked and unmarked it in the journal', async () => {
    await ingest(seen(1, NORTH, SOUTH))
    await add(NORTH, SOUTH)
    await remove(NORTH, SOUTH)
    const clubs = [`Club ${NORTH}`, `Club ${SOUTH}`]
    const subject = `derby:${NORTH}-${SOUTH}`
    expect((await journal()).slice(0, 2)).toMatchObject([
      { action: 'derby_removed', subject, before: { clubs, matches: 1 }, after: null },
      { action: 'derby_added', subject, before: null, after: { clubs, matches: 1 } },
    ])
  })

  test.each<[string, () => ReturnType<typeof ask>, [number, string]]>([
    ['marked already', () => add(SOUTH, NORTH), [409, 'derby_exists']],
    ['of an unknown club', () => add(NORTH, 4_242), [404, 'team_not_found']],
    ['of a club and itself', () => add(NORTH, NORTH), [400, 'invalid_request']],
    ['of names', () => add('Nord', SOUTH), [400, 'invalid_request']],
    ['of negative ids', () => add(-1, SOUTH), [400, 'invalid_request']],
    ['of an id beyond the column', () => add(2 ** 31, SOUTH), [400, 'invalid_request']],
    ['of three', () => ask('POST', '/api/rpc/add_derby', { team_ids: [NORTH, SOUTH, EAST] }), [400, 'invalid_request']],
    ['that was not marked, unmarked', () => remove(NORTH, EAST), [404, 'derby_not_found']],
  ])('%s is refused, and changes nothing', async (_what, act, refusal) => {
    await ingest(seen(1, NORTH, SOUTH), seen(2, NORTH, EAST))
    await add(NORTH, SOUTH)
    const [matches, entries] = [await stored(), await journal()]
    expect(refusalOf(await act())).toEqual(refusal)
    expect([await stored(), await journal()]).toEqual([matches, entries])
  })

  test('marked by two screens at once is marked once', async () => {
    await ingest(seen(1, NORTH, SOUTH))
    const entries = (await journal()).length
    const answers = await Promise.all([add(NORTH, SOUTH), add(SOUTH, NORTH), add(NORTH, SOUTH)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await stored()).toEqual([[1, true, 3.6]])
    expect(await journal()).toHaveLength(entries + 1)
  })

  test('marked while a match arrives weighs that match', async () => {
    const { db } = server.app
    let arrived: Promise<void> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await lockCoefficients(tx)
      // The match waits for the change, and is stored with the new multiplier.
      arrived = ingest(seen(1, NORTH, SOUTH))
      await tx
        .insertInto('derbies')
        .values({ low_team_id: NORTH, high_team_id: SOUTH, created_at: server.clock.now() })
        .execute()
      await tx.updateTable('available_competitions').set({ coefficient: 5 }).where('id', '=', LEAGUE).execute()
    })
    await arrived
    expect(await stored()).toEqual([[1, true, 6]])
  })
})

describe('clubs', () => {
  const found = async (search: string) =>
    (await ask('GET', `/api/operator_teams?search=${encodeURIComponent(search)}`)).json().items

  test('are found by a part of their name without regard to accents, names that begin with it first', async () => {
    const names = async (search: string) => (await found(search)).map(({ name }: { name: string }) => name)
    expect(await names(' ÉTOILE')).toEqual(['Étoile du Nord', 'Racing Étoilé'])
    expect(await names('etoile')).toEqual(['Étoile du Nord', 'Racing Étoilé'])
    expect(await names('sud')).toEqual(['Olympique Sud'])
    expect(await names('%')).toEqual([])
  })

  test('are distinguished by the competition of their newest match', async () => {
    await ingest(seen(1, NORTH, SOUTH))
    expect(await found('club')).toMatchObject([{ competition: 'Ligue Aube' }, { competition: 'Ligue Aube' }])
    expect(await found('racing')).toMatchObject([{ competition: null }])
  })

  test('are at most twenty', async () => {
    const crowd = Array.from({ length: 25 }, (_, index) => ({ id: 5_000 + index, name: `Foule ${index}` }))
    await server.app.db.insertInto('teams').values(crowd).execute()
    expect(await found('foule')).toHaveLength(20)
  })

  test.each(['', '%20', `x${'y'.repeat(80)}`, '%00'])('are not searched by « %s »', async (search) => {
    expect(refusalOf(await ask('GET', `/api/operator_teams?search=${search}`))).toEqual([400, 'invalid_request'])
  })

  test('have a number of matches between them', async () => {
    await ingest(seen(1, NORTH, SOUTH), seen(2, SOUTH, NORTH), seen(3, NORTH, EAST))
    const count = async (ids: string) => (await ask('GET', `/api/operator_pair_matches?team_ids=${ids}`)).json()
    expect(await count(`${SOUTH},${NORTH}`)).toEqual({ matches: 2, published: 0 })
    for (const ids of [`${NORTH}`, `${NORTH},${NORTH}`, `${NORTH},${SOUTH},${EAST}`, 'nord,sud']) {
      expect((await count(ids)).error.code).toBe('invalid_request')
    }
  })
})
