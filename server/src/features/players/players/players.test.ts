import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { nameKey } from '@tribune/protocol/name-address.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { buildCareer, type CareerSketch } from '../../../testing/career.ts'
import { planOf } from '../../../testing/inspect.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { playersNamed } from './queries.ts'

describe('the history of a player', () => {
  let server: TestServer
  let player: number
  /** Newest last: with their first club, the same club without them, and with their new club, where they stayed on the bench. */
  const ids = { first: 0, absent: 0, bench: 0, before: 0 }

  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    const { db } = server.app
    const finished = (days: number, rating: number | null = null) => {
      const kickoffAt = new Date(server.clock.now().getTime() - days * DAY_MS)
      return buildMatch(db, {
        status: 'finished',
        kickoffAt,
        finishedAt: new Date(kickoffAt.getTime() + 7_000_000),
        rating,
      })
    }
    const [before, first, absent, bench] = [
      await finished(9),
      await finished(8, 7),
      await finished(7),
      await finished(6),
    ]
    Object.assign(ids, { first: first.id, absent: absent.id, bench: bench.id, before: before.id })
    player = first.playerIds[0] ?? 0
    const home = await db
      .selectFrom('matches')
      .select('home_team_id')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    for (const id of [before.id, absent.id]) await db.updateTable('matches').set(home).where('id', '=', id).execute()
    const bench0 = db
      .updateTable('match_lineups')
      .set({ player_id: player, minutes_played: 0 })
      .where('match_id', '=', bench.id)
    await bench0.where('player_id', '=', bench.playerIds[0] ?? 0).execute()
    await publishDueMatches(server.app)
  })
  afterAll(() => server.close())

  const history = async (name: string, query = '') =>
    (await call(server, 'GET', `/api/rpc/get_player_${name}_history?p_player_id=${player}${query}`)).json()
  const seen = (items: { match_id: number; minutes_played: number | null; points: number; rank: number | null }[]) =>
    items.map((row) => [row.match_id, row.minutes_played, row.points, row.rank])

  describe('the history of a player', () => {
    test('has the matches with them in the lineup, newest first', async () => {
      const { items, total } = await history('complete')
      expect([seen(items), total]).toEqual([
        [
          [ids.bench, 0, 0, null],
          [ids.first, 90, 300, 1],
        ],
        2,
      ])
    })

    test('of their teams begins with their first match for each, and ends for a team that they left', async () => {
      const { items, total } = await history('full_team')
      expect([seen(items), total]).toEqual([
        [
          [ids.bench, 0, 0, null],
          [ids.first, 90, 300, 1],
        ],
        2,
      ])
    })

    test('of their team includes the matches it played without them, with 0 minutes', async () => {
      const { db } = server.app
      await db.deleteFrom('match_lineups').where('match_id', '=', ids.bench).where('player_id', '=', player).execute()
      const { items } = await history('full_team')
      expect(seen(items)).toEqual([
        [ids.absent, 0, 0, null],
        [ids.first, 90, 300, 1],
      ])
    })

    test('comes in pages', async () => {
      const sameClubs = { team: 'FC Une', against: 'FC Deux' }
      const { playerId, matchIds } = await buildCareer(server.app.db, server.clock.now(), {
        name: 'Tom Pages',
        matches: [
          { ...sameClubs, daysAgo: 1 },
          { ...sameClubs, daysAgo: 2 },
        ],
      })
      for (const [offset, page] of [[matchIds[0]], [matchIds[1]], []].entries()) {
        const url = `/api/rpc/get_player_complete_history?p_player_id=${playerId}&p_limit=1&p_offset=${offset}`
        const items = page.map((match_id) => ({ match_id }))
        expect((await call(server, 'GET', url)).json()).toMatchObject({ items, total: 2 })
      }
    })

    test('leaves out hidden competitions', async () => {
      await server.app.db.updateTable('available_competitions').set({ enabled: false }).execute()
      expect((await history('complete')).items).toEqual([])
      await server.app.db.updateTable('available_competitions').set({ enabled: true }).execute()
    })
  })

  interface HistoryItem {
    readonly match_id: number
    readonly player_team: string
    readonly player_side: string
    readonly joined: boolean
    readonly published: boolean
    readonly source: string | null
    readonly rank: number | null
    readonly points: number
    readonly minutes_played: number | null
  }

  const HISTORIES = ['full_team', 'complete'] as const

  async function careerOf(sketch: CareerSketch) {
    const built = await buildCareer(server.app.db, server.clock.now(), sketch)
    const history = async (name: (typeof HISTORIES)[number]) => {
      const answer = await call(server, 'GET', `/api/rpc/get_player_${name}_history?p_player_id=${built.playerId}`)
      return answer.json<{ items: HistoryItem[]; total: number }>()
    }
    return { ...built, history }
  }

  describe('a player who changed clubs', () => {
    const moved: CareerSketch = {
      name: 'Enzo Transfert',
      matches: [
        { team: 'FC Avant', against: 'Stade Neutre', daysAgo: 50 },
        { team: 'FC Avant', against: 'FC Après', daysAgo: 40, away: true },
        { team: 'FC Après', against: 'Stade Neutre', daysAgo: 30 },
        { team: 'FC Après', against: 'FC Avant', daysAgo: 20, away: true },
        { team: 'FC Avant', against: 'Stade Neutre', daysAgo: 15, absent: true },
        { team: 'FC Après', against: 'Stade Neutre', daysAgo: 10, absent: true },
      ],
    }

    test.each(HISTORIES)('%s: has a match between both clubs once, on the side they played for', async (name) => {
      const { matchIds, history } = await careerOf(moved)
      const { items } = await history(name)
      const met = items.filter(({ match_id }) => match_id === matchIds[3])
      expect(met.map(({ player_team, player_side }) => [player_team, player_side])).toEqual([['FC Après', 'away']])
      expect(new Set(items.map(({ match_id }) => match_id)).size).toBe(items.length)
    })

    test.each(HISTORIES)(
      '%s: joins their new club with their first match for it, and not the one they began with',
      async (name) => {
        const { matchIds, history } = await careerOf(moved)
        const { items } = await history(name)
        expect(items.filter(({ joined }) => joined).map(({ match_id }) => match_id)).toEqual([matchIds[2]])
      },
    )

    test('is absent only from matches of their new club', async () => {
      const { matchIds, history } = await careerOf(moved)
      const { items } = await history('full_team')
      expect(items.filter((item) => item.minutes_played === 0).map(({ match_id }) => match_id)).toEqual([matchIds[5]])
    })
  })

  test.each([
    ['a national side', { national: true }],
    ['a World Cup qualification', { competitionId: 34 }],
  ])('a latest match for %s leaves a player at their club', async (_why, change) => {
    const { matchIds, history } = await careerOf({
      name: 'Ibra Capé',
      matches: [
        { team: 'FC Quotidien', against: 'Stade Neutre', daysAgo: 30 },
        { team: 'FC Quotidien', against: 'Stade Neutre', daysAgo: 20, absent: true },
        { team: 'Norvège', against: 'Islande', daysAgo: 9, ...change },
        { team: 'Norvège', against: 'Irlande', daysAgo: 5, absent: true, ...change },
      ],
    })
    const { items } = await history('full_team')
    expect(items.map(({ match_id }) => match_id)).toEqual([matchIds[2], matchIds[1], matchIds[0]])
  })

  test.each(HISTORIES)(
    '%s: a match has its state of publication, the source of its ranking, and no rank before it',
    async (name) => {
      const { history } = await careerOf({
        name: 'Tom Ouvert',
        matches: [
          { team: 'FC Une', against: 'FC Deux', daysAgo: 1, result: 'open', rank: 1, points: 300 },
          { team: 'FC Une', against: 'FC Deux', daysAgo: 2, result: 'none' },
          { team: 'FC Une', against: 'FC Deux', daysAgo: 3, result: 'ratings_fallback', rank: 2, points: 240 },
          { team: 'FC Une', against: 'FC Deux', daysAgo: 4 },
        ],
      })
      const { items } = await history(name)
      expect(items.map(({ published, source, rank, points }) => [published, source, rank, points])).toEqual([
        [false, null, null, 0],
        [true, null, null, 0],
        [true, 'ratings_fallback', 2, 240],
        [true, 'votes', null, 0],
      ])
    },
  )

  test('a player in no lineup has no match', async () => {
    const { history } = await careerOf({ name: 'Nino Neuf', matches: [] })
    for (const name of HISTORIES) expect(await history(name)).toEqual({ items: [], total: 0 })
  })

  test.each([
    '/api/players_ref/987654321',
    '/api/rpc/get_player_complete_history?p_player_id=987654321',
    '/api/rpc/get_player_full_team_history?p_player_id=987654321',
  ])('%s: an unknown player', async (url) => {
    expect(refusalOf(await call(server, 'GET', url))).toEqual([404, 'player_not_found'])
  })

  test.each([
    '/api/home_fixtures/987654321',
    '/api/match_lineups?match_id=987654321',
    '/api/rpc/get_match_screen?match_id=987654321',
    '/api/functions/football-api?fn=match_lineups&match_id=987654321',
  ])('%s: an unknown match', async (url) => {
    expect(refusalOf(await call(server, 'GET', url))).toEqual([404, 'match_not_found'])
  })
})

describe('players by name', () => {
  const NAMES = [
    'Kylian Test',
    'Kylian Testard',
    'N’Golo Traoré',
    "D'Artagnan-Ødegård",
    'ŁUKASZ ÞÓR Œuvré',
    'Élie',
    'Jô',
    'Иван Петров',
    'J. 100% Réal_Test',
    'Straße',
    'Li',
    'Li Bo',
    'Lia Xu',
    'Bo Li',
  ]
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    const rows = NAMES.map((name, index) => ({ id: 900_000 + index, name }))
    await server.app.db.insertInto('players_ref').values(rows).execute()
  })
  afterAll(() => server.close())

  const found = async (name: string): Promise<string[]> => {
    const answer = await call(server, 'GET', `/api/players_by_name?name=${encodeURIComponent(name)}`)
    return answer.json().items.map((player: { name: string }) => player.name)
  }

  test.each(NAMES)('the database computes the same name key for %s as the domain', async (name) => {
    const { rows } = await sql<{ key: string }>`SELECT name_key(${name}) AS key`.execute(server.app.db)
    expect(rows[0]?.key).toBe(nameKey(name))
  })

  describe('the search for players by name', () => {
    test.each([
      ['kylian-test', ['Kylian Test', 'Kylian Testard']],
      ['test-kylian', ['Kylian Test', 'Kylian Testard']],
      ['n-golo-traore', ['N’Golo Traoré']],
      ['ODEGARD', ["D'Artagnan-Ødegård"]],
      ['lukasz thor', ['ŁUKASZ ÞÓR Œuvré']],
      ['elie', ['Élie']],
      ['jo', ['Jô']],
      ['иван', ['Иван Петров']],
      ['100%', ['J. 100% Réal_Test']],
      ['personne', []],
      ['li', ['Li', 'Li Bo', 'Lia Xu']],
      ['li bo', ['Li Bo']],
      ['É', ['Élie']],
      ['и', ['Иван Петров']],
      ['xu lia', ['Lia Xu']],
    ])('for %s returns %j', async (name, names) => {
      expect(await found(name)).toEqual(names)
    })

    test('returns at most ten players', async () => {
      const many = Array.from({ length: 12 }, (_, index) => ({ id: 910_000 + index, name: `Foule ${index}` }))
      await server.app.db.insertInto('players_ref').values(many).execute()
      expect(await found('foule')).toHaveLength(10)
    })

    test.each(['a', 'li', 'li bo', 'kylian'])('uses an index for %s, without reading all names', async (name) => {
      const { db, pool } = server.app
      const rows = Array.from({ length: 3_000 }, (_, index) => ({ id: 920_000 + index, name: `Nombreux ${index}` }))
      await db
        .insertInto('players_ref')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await pool.query('VACUUM ANALYZE players_ref')
      const plan = await planOf(pool, (logged) => playersNamed(logged, name, 10))
      expect(plan).toMatch(/Index Scan (?:using|on) players_ref_by_/)
      expect(plan).not.toContain('Seq Scan on players_ref')
    })

    test.each(['', '-', '%_', 'x'.repeat(101)])('refuses %j as an invalid request', async (name) => {
      const answer = await call(server, 'GET', `/api/players_by_name?name=${encodeURIComponent(name)}`)
      expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
    })
  })
})
