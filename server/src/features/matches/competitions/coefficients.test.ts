import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch, type MatchSketch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin } from '../../../testing/people.ts'

describe('coefficients', () => {
  const AS_OF = '2026-07-03'
  let server: TestServer
  let admin: SignedIn
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    admin = await signInAdmin(server)
  })
  afterAll(() => server.close())

  const LEAGUES: readonly MatchSketch[] = [
    { competition: 'Ligue Aube', competitionId: 9_001, country: 'France', coefficient: 2 },
    { competition: 'Coupe Aube', competitionId: 9_002, country: 'France', coefficient: 1.2 },
    { competition: 'Liga Norte', competitionId: 9_003, country: 'Czech-Republic', coefficient: 1.5 },
    { competition: 'Copa Sul', competitionId: 9_004, country: 'Brazil', coefficient: 2 },
    { competition: 'Last League', competitionId: 9_005, country: 'San-Marino', coefficient: 1 },
  ]
  beforeEach(async () => {
    const { db } = server.app
    await sql`TRUNCATE matches, available_competitions, derbies CASCADE`.execute(db)
    await db.updateTable('match_coefficients').set({ coefficient: 1 }).execute()
    for (const sketch of LEAGUES) await buildMatch(db, { ...sketch, players: 0 })
  })

  const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(server, method, path, { cookie: admin.cookie, ...(body === undefined ? {} : { body }) })
  const competitions = async () => (await ask('GET', '/api/operator_competitions')).json()
  const coefficients = async (): Promise<Record<number, number>> =>
    Object.fromEntries(
      (await competitions()).items.map(({ id, coefficient }: { id: number; coefficient: number }) => [id, coefficient]),
    )
  const matchCoefficients = async () => {
    const rows = await server.app.db.selectFrom('matches').select('coefficient').orderBy('competition_id').execute()
    return rows.map(({ coefficient }) => coefficient)
  }
  const journalOf = async (action: string) =>
    (await ask('GET', `/api/operator_journal?action=${action}`)).json().items as Record<string, unknown>[]
  const apply = (body: object = {}) =>
    ask('POST', '/api/rpc/apply_country_coefficients', {
      year: 2026,
      as_of: AS_OF,
      min: 1,
      max: 4,
      competition_ids: [9_001, 9_002],
      ...body,
    })
  const setCoefficient = (id: number, coefficient: unknown) =>
    ask('POST', '/api/rpc/set_competition_cc', { id, coefficient })

  describe('the operator’s competitions', () => {
    test('are listed by name with their country, its code and their matches, counted by what makes a coefficient', async () => {
      const { db } = server.app
      const second = await buildMatch(db, {
        ...LEAGUES[0],
        players: 0,
        status: 'finished',
        finishedAt: new Date(server.clock.now().getTime() - 7_200_000),
      })
      await db.updateTable('matches').set({ published_at: server.clock.now() }).where('id', '=', second.id).execute()
      await db.insertInto('available_competitions').values({ id: 9_009, name: 'Zone vide', enabled: false }).execute()
      const { items, phases } = await competitions()
      expect(items.map(({ name }: { name: string }) => name)).toEqual([
        'Copa Sul',
        'Coupe Aube',
        'Last League',
        'Liga Norte',
        'Ligue Aube',
        'Zone vide',
      ])
      expect(items[4]).toMatchObject({
        id: 9_001,
        country: 'France',
        country_code: 'FRA',
        enabled: true,
        coefficient: 2,
      })
      expect(items[4].groups).toEqual([
        { phase: 'domestic', is_derby: false, coefficient: 2, matches: 2, published: 1 },
      ])
      expect(items[3].country_code).toBe('CZE')
      expect(items[5]).toMatchObject({ country: '', country_code: null, enabled: false, groups: [] })
      expect(phases).toHaveLength(7)
    })
  })

  describe('more competitions than one answer has', () => {
    const MANY = 1_203
    beforeEach(async () => {
      const rows = Array.from({ length: MANY }, (_, index) => ({ id: 20_000 + index, name: `Coupe ${index % 7}` }))
      await server.app.db.insertInto('available_competitions').values(rows).execute()
    })

    test('are read page by page, each once, by name', async () => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM available_competitions ORDER BY name, id`.execute(
        server.app.db,
      )
      const ids: number[] = []
      for (let after: number | undefined, pages = 0; ids.length < MANY + LEAGUES.length; pages += 1) {
        expect(pages).toBeLessThan(3)
        const path = `/api/operator_competitions${after === undefined ? '' : `?after=${after}`}`
        const { items, total } = (await ask('GET', path)).json()
        expect([items.length <= 500, total]).toEqual([true, MANY + LEAGUES.length])
        ids.push(...items.map(({ id }: { id: number }) => id))
        after = ids.at(-1)
      }
      expect(ids).toEqual(rows.map(({ id }) => id))
      expect((await ask('GET', `/api/operator_competitions?after=${ids.at(-1)}`)).json().items).toEqual([])
    })

    test('are all in the list of those that count', async () => {
      expect((await ask('GET', '/api/available_competitions?enabled=true')).json().items).toHaveLength(
        MANY + LEAGUES.length,
      )
    })

    test.each(['?after=0', '?after=-1', '?after=coupe', '?after=99999999999', '?limit=501'])(
      '%s is refused',
      async (query) => {
        expect(refusalOf(await ask('GET', `/api/operator_competitions${query}`))).toEqual([400, 'invalid_request'])
      },
    )
  })

  describe('the proposal of a country ranking', () => {
    test('gives the chosen competitions their country’s coefficient, computed on the server, and nothing to others', async () => {
      const answer = await apply()
      expect(answer.json()).toEqual({ competitions_updated: 2, matches_updated: 2 })
      const after = await coefficients()
      // 83.498 points of 2.833 to 119.519, from 1 to 4.
      expect(after).toEqual({ 9001: 3.07, 9002: 3.07, 9003: 1.5, 9004: 2, 9005: 1 })
      expect(await matchCoefficients()).toEqual([3.07, 3.07, 1.5, 2, 1])
    })

    test('is journalled competition by competition, with what was before and after', async () => {
      const known = (await journalOf('country_coefficient')).length
      await apply({ min: 0.5, max: 2 })
      const entries = (await journalOf('country_coefficient')).slice(0, -known || undefined)
      expect(entries.map(({ subject, before, after }) => ({ subject, before, after }))).toEqual(
        [9_002, 9_001].map((id) => ({
          subject: `competition:${id}`,
          before: { coefficient: id === 9_001 ? 2 : 1.2 },
          after: { coefficient: 1.54, min: 0.5, max: 2, source: 'UEFA', as_of: AS_OF },
        })),
      )
    })

    test('applied twice changes nothing and adds nothing to the journal', async () => {
      await apply()
      const entries = await journalOf('country_coefficient')
      expect((await apply()).json()).toEqual({ competitions_updated: 0, matches_updated: 0 })
      expect(await journalOf('country_coefficient')).toEqual(entries)
    })

    test.each<[string, object, [number, string]]>([
      ['an unknown competition among known ones', { competition_ids: [9_001, 4_242] }, [404, 'competition_not_found']],
      ['one of a country that no ranking has', { competition_ids: [9_001, 9_004] }, [409, 'competition_not_proposed']],
      [
        'one of a country behind the first thirty',
        { competition_ids: [9_001, 9_005] },
        [409, 'competition_not_proposed'],
      ],
      ['a ranking of another day', { as_of: '2026-07-04' }, [412, 'changed_meanwhile']],
      ['a year without a ranking', { year: 2024 }, [400, 'invalid_request']],
      ['bounds the wrong way round', { min: 4, max: 1 }, [400, 'invalid_request']],
      ['a bound of nothing', { min: 0 }, [400, 'invalid_request']],
      ['a negative bound', { min: -1 }, [400, 'invalid_request']],
      ['a huge bound', { max: 1e9 }, [400, 'invalid_request']],
      ['a bound in words', { max: '4' }, [400, 'invalid_request']],
      ['no competition', { competition_ids: [] }, [400, 'invalid_request']],
      ['a competition twice', { competition_ids: [9_001, 9_001] }, [400, 'invalid_request']],
      ['ids in words', { competition_ids: ['Ligue'] }, [400, 'invalid_request']],
      ['negative ids', { competition_ids: [-1] }, [400, 'invalid_request']],
      ['ids beyond the column', { competition_ids: [2 ** 31] }, [400, 'invalid_request']],
      ['too many', { competition_ids: Array.from({ length: 5_001 }, (_, id) => id + 1) }, [400, 'invalid_request']],
    ])('is refused whole for %s', async (_what, body, refusal) => {
      const [before, entries] = [await coefficients(), await journalOf('country_coefficient')]
      expect(refusalOf(await apply(body))).toEqual(refusal)
      expect(await coefficients()).toEqual(before)
      expect(await matchCoefficients()).toEqual([2, 1.2, 1.5, 2, 1])
      expect(await journalOf('country_coefficient')).toEqual(entries)
    })
  })

  describe('a change that does not reach the matches', () => {
    const stopMatches = async (stopped: boolean) => {
      if (!stopped) return void (await sql`DROP TRIGGER stop ON matches; DROP FUNCTION stop()`.execute(server.app.db))
      await sql`
      CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$;
      CREATE TRIGGER stop BEFORE UPDATE OF coefficient ON matches FOR EACH ROW EXECUTE FUNCTION stop()`.execute(
        server.app.db,
      )
    }

    test('is refused by name, and leaves competition, phases and journal as they were', async () => {
      const [before, entries] = [await coefficients(), await journalOf('competition_coefficient')]
      await stopMatches(true)
      const table = [{ phase: 'domestic', coefficient: 2 }]
      const answers = [
        await setCoefficient(9_001, 9),
        await ask('POST', '/api/rpc/set_cm_table', { table }),
        await apply({ competition_ids: [9_003, 9_001] }),
      ]
      await stopMatches(false)
      expect(answers.map(refusalOf)).toEqual(answers.map(() => [500, 'propagation_matches']))
      expect(await coefficients()).toEqual(before)
      expect((await competitions()).phases[0]).toEqual({ phase: 'domestic', coefficient: 1 })
      expect(await journalOf('competition_coefficient')).toEqual(entries)
    })
  })

  describe('a coefficient', () => {
    test.each([
      [9_001, '3'],
      [9_001, -2],
      [9_001, 0],
      [9_001, 1e308],
      [9_001, null],
      [9_001, [1, 2, 3]],
      [-9_001, 2],
      [2 ** 40, 2],
    ])('of %j is not %j', async (id, coefficient) => {
      expect(refusalOf(await setCoefficient(id, coefficient))).toEqual([400, 'invalid_request'])
      expect((await coefficients())[9_001]).toBe(2)
    })

    test.each<[string, { phase: string; coefficient: unknown }[]]>([
      ['a hundred at once', Array.from({ length: 100 }, () => ({ phase: 'final', coefficient: 2 }))],
      ['the same phase twice', [1, 2].map((coefficient) => ({ phase: 'final', coefficient }))],
      ['an unknown phase among known ones', ['final', 'friendly'].map((phase) => ({ phase, coefficient: 2 }))],
      [
        'one bad value among good ones',
        [2, -2].map((coefficient, index) => ({ phase: ['sf', 'qf'][index] ?? '', coefficient })),
      ],
      ['none', []],
    ])('of phases is refused whole for %s', async (_what, table) => {
      expect(refusalOf(await ask('POST', '/api/rpc/set_cm_table', { table }))).toEqual([400, 'invalid_request'])
      expect(new Set((await competitions()).phases.map((row: { coefficient: number }) => row.coefficient))).toEqual(
        new Set([1]),
      )
    })

    test('of several screens at once: the last wins, its matches have it, and the journal links them', async () => {
      type Link = { before: { coefficient: number }; after: { coefficient: number } }
      const links = async () =>
        (await ask('GET', '/api/operator_journal?subject=competition:9001')).json().items.toReversed() as Link[]
      const known = (await links()).length
      const values = [1.1, 2.2, 3.3, 4.4, 5.5, 6.6]
      const table = [{ phase: 'domestic', coefficient: 2 }]
      const answers = await Promise.all([
        ...values.map((value) => setCoefficient(9_001, value)),
        ask('POST', '/api/rpc/set_cm_table', { table }),
        apply({ competition_ids: [9_001, 9_002, 9_003] }),
        apply({ competition_ids: [9_003, 9_002, 9_001] }),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
      const after = await coefficients()
      const doubled = LEAGUES.map(({ competitionId = 0 }) => Math.round((after[competitionId] ?? 0) * 200) / 100)
      expect(await matchCoefficients()).toEqual(doubled)
      const chain = (await links()).slice(known)
      expect(chain.length).toBeGreaterThan(values.length)
      const wanted = [2, ...chain.map((link) => link.after.coefficient)]
      expect([...chain.map((link) => link.before.coefficient), after[9_001]]).toEqual(wanted)
    })

    test('is changed a hundred times at once, each change after the other', async () => {
      type Link = { before: { coefficient: number }; after: { coefficient: number } }
      const [{ id: last } = { id: '' }] = (await ask('GET', '/api/operator_journal?limit=1')).json().items
      const start = (await coefficients())[9_003]
      const values = Array.from({ length: 100 }, (_, index) => (index + 1) / 100)
      const answers = await Promise.all(values.map((value) => setCoefficient(9_003, value)))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      const page = async (before = '') =>
        (await ask('GET', `/api/operator_journal?subject=competition:9003${before}`)).json().items as (Link & {
          id: string
        })[]
      const newest = await page()
      const chain = [...newest, ...(await page(`&before=${newest.at(-1)?.id}`))]
        .filter(({ id }) => id > last)
        .toReversed()
      expect(chain.map(({ after }) => after.coefficient).toSorted()).toEqual(values)
      const links = [start, ...chain.map(({ after }) => after.coefficient)]
      expect([...chain.map(({ before }) => before.coefficient), (await coefficients())[9_003]]).toEqual(links)
    })

    test('changes only matches: published points stay', async () => {
      const { db } = server.app
      const over = await buildMatch(db, {
        ...LEAGUES[0],
        status: 'finished',
        finishedAt: new Date(server.clock.now().getTime() - 7_200_000),
        players: 2,
      })
      await db.updateTable('matches').set({ published_at: server.clock.now() }).where('id', '=', over.id).execute()
      const before = await db.selectFrom('match_player_points').selectAll().execute()
      await setCoefficient(9_001, 7)
      expect(await matchCoefficients()).toEqual([7, 7, 1.2, 1.5, 2, 1])
      expect(await db.selectFrom('match_player_points').selectAll().execute()).toEqual(before)
    })
  })
})

describe('names of competitions', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
  })
  afterAll(() => server.close())

  const SERIES = { competition: 'Série Étoile' }
  const nameAt = async (path: string) => JSON.stringify((await call(server, 'GET', path)).json())

  test('a competition is named with its country wherever another enabled one has the same name', async () => {
    const db = server.app.db
    const italian = await buildMatch(db, { ...SERIES, competitionId: 9_001, country: 'Italy' })
    await buildMatch(db, { ...SERIES, competitionId: 9_002, country: 'Saudi-Arabia' })
    const alone = await buildMatch(db, { competition: 'Coupe Étoile', competitionId: 9_003, country: 'Italy' })
    const fixtures = '/api/home_fixtures?match_ids='
    expect(await nameAt(fixtures + italian.id)).toContain('"Série Étoile (Italie)"')
    expect(await nameAt(`/api/rpc/get_match_screen?match_id=${italian.id}`)).toContain('"Série Étoile (Italie)"')
    expect(await nameAt('/api/available_competitions')).toContain('"Série Étoile (Arabie saoudite)"')
    expect(await nameAt(fixtures + alone.id)).toContain('"Coupe Étoile"')
    await db.updateTable('available_competitions').set({ enabled: false }).where('id', '=', 9_002).execute()
    expect(await nameAt(fixtures + italian.id)).toContain('"Série Étoile"')
  })
})
