import { createApiFootballFeed } from '@tribune/football/api-football/client.ts'
import { SampleServer } from '@tribune/football/api-football/testing/setup.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../../testing/app.ts'
import { nextId } from '../../../testing/builders.ts'
import { detail, feedMatch, feedPlayer } from '../../../testing/feed.ts'
import { feedInFrench } from './present.ts'
import { ingestCompetitions, ingestDetails, ingestMatches } from './service.ts'

describe('texts that no feed should send', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
    await ingestCompetitions(server.app)
  })
  afterAll(() => server.close())

  const SQUAD = 18

  /** A player's row on both sheets; `name` and `photo` are as the provider sends them. */
  interface WirePlayer {
    readonly id: number | null
    readonly name: unknown
    readonly photo: unknown
    readonly number: number
  }

  /** One row of `/fixtures` in play, with each of its texts from `text`. */
  function wireMatch(text: () => unknown, squads: readonly (readonly WirePlayer[])[], seed = nextId()) {
    const teams = squads.map((_, index) => ({ id: 10 * seed + index - 7_000_000_000, name: text(), logo: text() }))
    const startedAt = Math.floor(server.clock.now().getTime() / 1000) - 85 * 60
    const rowsOf = (players: readonly WirePlayer[]) =>
      players.map((player) => ({ player: { ...player, pos: text(), grid: text() } }))
    return {
      fixture: {
        id: seed,
        referee: text(),
        timezone: text(),
        date: text(),
        timestamp: startedAt,
        venue: { id: null, name: text(), city: text() },
        status: { long: text(), short: '2H', elapsed: 70, extra: null },
      },
      league: { id: 61, name: text(), country: text(), logo: text(), flag: text(), season: 2026, round: text() },
      teams: { home: teams[0], away: teams[1] },
      goals: { home: 1, away: 0 },
      events: [
        {
          time: { elapsed: 60 },
          team: teams[0],
          player: { id: 1, name: text() },
          assist: {},
          type: 'subst',
          detail: text(),
          comments: text(),
        },
      ],
      lineups: squads.map((players, index) => ({
        team: teams[index],
        coach: { id: 1, name: text(), photo: text() },
        formation: text(),
        startXI: rowsOf(players.slice(0, 11)),
        substitutes: rowsOf(players.slice(11)),
      })),
      players: squads.map((players, index) => ({
        team: teams[index],
        players: players.map((player) => ({
          player,
          statistics: [
            { games: { minutes: 70, number: player.number, position: text(), rating: '7.0', substitute: false } },
          ],
        })),
      })),
    }
  }

  const squadsOf = (name: () => unknown): WirePlayer[][] =>
    [0, 1].map(() =>
      Array.from({ length: SQUAD }, (_, index) => ({ id: nextId(), name: name(), photo: name(), number: index + 1 })),
    )

  /** The feed as the product reads it, from a provider that answers these rows. */
  async function feedOf(rows: () => readonly unknown[]) {
    const provider = await new SampleServer(() => ({ body: { errors: [], response: rows() } })).listen()
    onTestFinished(() => provider[Symbol.asyncDispose]())
    return feedInFrench(
      createApiFootballFeed({ baseUrl: provider.url, apiKey: 'tests', now: () => server.clock.now() }),
    )
  }

  const sheet = (matchId: number) =>
    server.app.db
      .selectFrom('match_lineups')
      .select(['player_id', 'player_name', 'player_team'])
      .where('match_id', '=', matchId)
      .execute()

  /** Any sequence of UTF-16 units, with many that no database or screen can hold. */
  const oddText = fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 0xffff }),
        fc.constantFrom(0, 0x0a, 0x1b, 0x200b, 0x202e, 0xd83d, 0xdc4d, 0xfeff, 0x0301, 0x27, 0x5c, 0x41),
      ),
      { maxLength: 300 },
    )
    .map((units) => String.fromCharCode(...units))
  const anything = fc.oneof(
    { weight: 5, arbitrary: oddText },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, 7, {}, [], true) },
    { weight: 1, arbitrary: oddText.map((text) => `https://media.example/${text}`) },
  )

  describe('texts of the feed that a database cannot hold', () => {
    test('cost neither their match nor a player of its sheets, at first reading and again in play', async () => {
      let rows: readonly unknown[] = []
      const feed = await feedOf(() => rows)
      await fc.assert(
        fc.asyncProperty(fc.array(anything, { minLength: 30, maxLength: 60 }), async (texts) => {
          let next = 0
          const text = () => texts[next++ % texts.length]
          const [odd, plain] = [squadsOf(text), squadsOf(() => 'A. Rivoal')]
          rows = [wireMatch(text, odd), wireMatch(() => 'Racing', plain)]
          const ids = rows.map((row) => (row as ReturnType<typeof wireMatch>).fixture.id)
          for (let reading = 0; reading < 2; reading += 1) {
            await ingestDetails(server.app, await feed.matchesByIds(ids))
            expect(await Promise.all(ids.map(async (id) => (await sheet(id)).length))).toEqual([2 * SQUAD, 2 * SQUAD])
          }
          const screens = ids.map((id) => call(server, 'GET', `/api/rpc/get_match_screen?match_id=${id}`))
          for (const screen of await Promise.all(screens)) {
            expect([screen.statusCode, screen.json().players.length]).toEqual([200, 2 * SQUAD])
          }
        }),
        { numRuns: 12 },
      )
    })

    test.each([
      ['half a surrogate pair', 'Ola\ud83d Nilsson', 'Ola Nilsson'],
      ['NUL', 'Ola\u0000 Nilsson', 'Ola Nilsson'],
      ['a right-to-left override', '\u202eOla Nilsson', 'Ola Nilsson'],
    ])('are removed from a name: %s', async (_what, name, stored) => {
      const row = wireMatch(
        () => 'Racing',
        squadsOf(() => name),
      )
      const feed = await feedOf(() => [row])
      await ingestDetails(server.app, await feed.matchesByIds([row.fixture.id]))
      expect(new Set((await sheet(row.fixture.id)).map((player) => player.player_name))).toEqual(new Set([stored]))
    })
  })

  describe('a name of which nothing is left', () => {
    test('has a fallback, and never replaces one that is stored', async () => {
      const squads = squadsOf(() => 'A. Rivoal')
      const row = wireMatch(() => 'Racing', squads)
      const nameless = squads.map((players) => players.map((player) => ({ ...player, name: '\u200b' })))
      const again = wireMatch(() => '\ud800', nameless, row.fixture.id)
      const other = wireMatch(
        () => '\ud800',
        squadsOf(() => null),
      )
      let rows: readonly unknown[] = [row]
      const feed = await feedOf(() => rows)
      await ingestDetails(server.app, await feed.matchesByIds([row.fixture.id]))
      server.clock.advance(60_000)
      rows = [again, other]
      await ingestDetails(server.app, await feed.matchesByIds([row.fixture.id, other.fixture.id]))
      const named = async (id: number) =>
        (await sheet(id)).map((player) => `${player.player_name}, ${player.player_team}`)
      expect(new Set(await named(row.fixture.id))).toEqual(new Set(['A. Rivoal, Racing']))
      expect(await named(other.fixture.id)).toEqual(Array(2 * SQUAD).fill('Joueur inconnu, Équipe inconnue'))
      const { rows: fixtures } = await server.app.pool.query(
        'SELECT home_team FROM home_fixtures WHERE match_id = $1',
        [row.fixture.id],
      )
      expect(fixtures).toEqual([{ home_team: 'Racing' }])
    })

    test('is distinguished from others by shirt where the player has no id either', async () => {
      const squads = squadsOf(() => '\u0000').map((players) => players.map((player) => ({ ...player, id: null })))
      const row = wireMatch(() => 'Racing', squads)
      const feed = await feedOf(() => [row])
      await ingestDetails(server.app, await feed.matchesByIds([row.fixture.id]))
      expect(new Set((await sheet(row.fixture.id)).map((player) => player.player_id)).size).toBe(2 * SQUAD)
    })

    test('leaves name, country and logo of a known competition', async () => {
      const { db } = server.app
      const stored = await db.selectFrom('available_competitions').selectAll().where('id', '=', 61).executeTakeFirst()
      const odd = { league: { id: 61, name: '\ud800', type: 'League', logo: 'ftp://x' }, country: { name: '\u0000' } }
      const feed = await feedOf(() => [odd])
      const competitions = await feed.competitions()
      await ingestCompetitions({ ...server.app, feed: { ...feed, competitions: async () => competitions } })
      expect(await db.selectFrom('available_competitions').selectAll().where('id', '=', 61).executeTakeFirst()).toEqual(
        stored,
      )
    })
  })

  test('an odd status code leaves the stored state', async () => {
    const row = wireMatch(
      () => 'Racing',
      squadsOf(() => 'A. Rivoal'),
    )
    const feed = await feedOf(() => [row])
    await ingestMatches(server.app, await feed.liveMatches())
    server.clock.advance(60_000)
    for (const short of ['\ud83d', `x${'😀'.repeat(30)}`, null]) {
      row.fixture.status.short = short as string
      await ingestMatches(server.app, await feed.liveMatches())
    }
    const query = server.app.db.selectFrom('matches').select(['status', 'minute']).where('id', '=', row.fixture.id)
    expect(await query.executeTakeFirst()).toEqual({ status: 'live', minute: 70 })
  })
})

describe('French names', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'))
  })
  afterAll(() => server.close())

  test('competitions of the feed are stored by their French names', async () => {
    await ingestCompetitions(server.app)
    const rows = await server.app.db.selectFrom('available_competitions').select(['id', 'name']).execute()
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    expect([2, 34, 147, 39].map((id) => names.get(id))).toEqual([
      'Ligue des champions',
      'Qualif. Mondial (Amér. du Sud)',
      'Coupe (Belgique)',
      'Premier League',
    ])
  })

  test('every read of a match names its national sides and its competition in French, and its clubs as the feed does', async () => {
    const at = server.clock.now()
    const match = feedMatch(at, {
      competition: { id: 32, name: 'World Cup - Qualification Europe', country: 'World', logo: null },
      home: { id: 3_205, name: 'Germany', logo: null },
      away: { id: 3_299, name: 'Racing du Phare', logo: null },
    })
    const players = [feedPlayer(match, 'home'), feedPlayer(match, 'away')]
    const kits = { home: '#ffffff', away: '#1d3f8f' }
    const feed = feedInFrench({
      ...server.app.feed,
      matchesOn: async () => [match],
      liveMatches: async () => [match],
      matchesByIds: async () => [{ ...detail(match, players), kits }, detail(match, null)],
    })
    const named = {
      ...match,
      competition: { ...match.competition, name: 'Qualif. Mondial (Europe)' },
      home: { ...match.home, name: 'Allemagne' },
    }
    const squads = players.map((player, index) => (index === 0 ? { ...player, team: 'Allemagne' } : player))
    expect(await feed.matchesOn('2026-11-24')).toEqual([named])
    expect(await feed.liveMatches()).toEqual([named])
    expect(await feed.matchesByIds([match.id])).toEqual([{ ...detail(named, squads), kits }, detail(named, null)])
  })
})
