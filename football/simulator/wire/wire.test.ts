import { readFileSync } from 'node:fs'
import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { type EventType, factsByPlayer, isGoal, type MatchEvent } from '@tribune/domain/matches/events.ts'
import { matchTimeline } from '@tribune/domain/matches/timeline.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createApiFootballFeed } from '../../api-football/client.ts'
import type { FeedMatchDetail } from '../../feed.ts'
import { createSimulator } from '../server.ts'

describe('answers of the simulator', () => {
  const NOW = new Date('2026-11-24T20:30:00Z')
  const simulator = createSimulator({ now: () => NOW })
  let url = ''

  beforeAll(async () => {
    url = (await simulator.listen()).url
  })
  afterAll(() => simulator.close())

  interface Body {
    readonly response: readonly Record<string, unknown>[]
  }

  async function get(path: string): Promise<Body> {
    const answer = await fetch(url + path, { headers: { 'x-apisports-key': 'k' } })
    return (await answer.json()) as Body
  }

  /** The types at each path, with list indices written as `[]`. */
  function typesOf(value: unknown, path = '$', types = new Map<string, Set<string>>()): Map<string, Set<string>> {
    const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
    types.set(path, (types.get(path) ?? new Set()).add(type))
    if (Array.isArray(value)) for (const item of value) typesOf(item, `${path}[]`, types)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) typesOf(inner, `${path}.${key}`, types)
    }
    return types
  }

  /** Paths at which the documentation allows another type than the samples show. */
  const DOCUMENTED: readonly (readonly [RegExp, readonly string[]])[] = [
    [/\.(tackles|duels|dribbles|fouls)\.\w+$/, ['null', 'number']],
    [/\.(offsides|penalty\.\w+|goals\.\w+|passes\.\w+|shots\.\w+)$/, ['null', 'number']],
    [/\.(venue\.id|status\.(elapsed|extra)|time\.extra|number)$/, ['null', 'number']],
    [/\.(games\.rating|accuracy|referee|comments|pos|grid)$/, ['null', 'string']],
    [/\.(player|assist)\.id$/, ['null', 'number']],
    [/\.coach\.id$/, ['null', 'number']],
    [/\.coach\.(name|photo)$|\.assist\.name$/, ['null', 'string']],
    [/\.colors$/, ['null', 'object']],
    [/\.(halftime|fulltime|extratime|penalty)\.(home|away)$/, ['null', 'number']],
    [/\.winner$/, ['null', 'boolean']],
    [/\.statistics\[\]\.value$/, ['null', 'number', 'string']],
  ]

  function allowed(path: string, sample: ReadonlySet<string>): Set<string> {
    const extra = DOCUMENTED.filter(([where]) => where.test(path)).flatMap(([, types]) => types)
    return new Set([...sample, ...extra])
  }

  function sample(name: string): Body {
    return JSON.parse(readFileSync(new URL(`../../samples/${name}.json`, import.meta.url), 'utf8')) as Body
  }

  /** Expects the keys of the sample everywhere, and no type that neither sample nor documentation shows. */
  function expectSameShape(ours: Body, name: string): void {
    const [mine, theirs] = [typesOf(ours), typesOf(sample(name))]
    const keys = (types: Map<string, unknown>) =>
      [...types.keys()].filter((path) => !path.startsWith('$.parameters.')).sort()
    expect(keys(mine)).toEqual(keys(theirs))
    for (const [path, types] of mine) {
      if (path.startsWith('$.parameters')) continue
      const known = allowed(path, theirs.get(path) ?? new Set())
      expect(
        [...types].filter((type) => !known.has(type)),
        path,
      ).toEqual([])
    }
  }

  const idsOf = ({ response }: Body) => response.map((row) => (row as { fixture: { id: number } }).fixture.id)
  const coverage = async (test: (row: { lineups: unknown[]; players: unknown[]; events: unknown[] }) => boolean) => {
    const ids = idsOf(await get('/fixtures?date=2026-11-24'))
    const full = await get(`/fixtures?ids=${ids.slice(0, 20).join('-')}`)
    return full.response.filter((row) => test(row as never))
  }

  describe('the answers have the provider’s shape, key by key and type by type', () => {
    it.each([
      ['/fixtures?date=2026-11-24&timezone=UTC', 'fixtures.date'],
      ['/fixtures?live=all', 'fixtures.live'],
      ['/fixtures?date=2030-01-01', 'fixtures.empty'],
      ['/leagues?current=true', 'leagues'],
      ['/teams?id=6101', 'teams'],
      ['/players/squads?team=6101', 'players.squads'],
      ['/countries', 'countries'],
      ['/status', 'status'],
    ])('%s', async (path, name) => {
      expectSameShape(await get(path), name)
    })

    it('/fixtures?ids=…, with events, lineups, statistics and players inline', async () => {
      const finished = idsOf(await get('/fixtures?date=2026-11-24')).slice(0, 12)
      const upcoming = idsOf(await get('/fixtures?date=2026-11-26')).slice(0, 2)
      expectSameShape(await get(`/fixtures?ids=${[...finished, ...upcoming].join('-')}`), 'fixtures.ids')
    })

    it('/fixtures/lineups, /players and /events of one match', async () => {
      const [row] = await coverage(
        ({ lineups, players, events }) => lineups.length === 2 && players.length === 2 && events.length > 9,
      )
      const { id } = (row as { fixture: { id: number } }).fixture
      expectSameShape(await get(`/fixtures/lineups?fixture=${id}`), 'fixtures.lineups')
      expectSameShape(await get(`/fixtures/players?fixture=${id}`), 'fixtures.players')
      expectSameShape(await get(`/fixtures/events?fixture=${id}`), 'fixtures.events')
    })

    it('detects an extra key, a missing key and a wrong type', async () => {
      const good = await get('/fixtures?date=2026-11-24')
      const [first] = good.response
      const spoilt = (change: object): Body => ({ ...good, response: [{ ...first, ...change }] })
      expect(() => expectSameShape(spoilt({ more: 1 }), 'fixtures.date')).toThrow()
      expect(() => expectSameShape(spoilt({ goals: { home: 'two', away: null } }), 'fixtures.date')).toThrow()
      expect(() => expectSameShape(spoilt({ goals: {} }), 'fixtures.date')).toThrow()
    })
  })
})

describe('events of the simulator', () => {
  /** A night with three shoot-outs. */
  const NIGHT = new Date('2026-10-26T17:00:00Z')
  let now = NIGHT
  const simulator = createSimulator({ now: () => now })
  let baseUrl = ''
  beforeAll(async () => {
    baseUrl = (await simulator.listen()).url
  })
  afterAll(() => simulator.close())

  /** A match as the app reads it, with its events. */
  interface Read extends FeedMatchDetail {
    readonly events: readonly MatchEvent[]
  }

  async function readAll(at: Date): Promise<Read[]> {
    now = at
    const feed = createApiFootballFeed({ baseUrl, apiKey: 'k', now: () => now })
    const played = (await feed.matchesOn(NIGHT.toISOString().slice(0, 10))).filter(
      ({ status }) => status === 'live' || status === 'finished',
    )
    const details = await feed.matchesByIds(played.map(({ id }) => id))
    return details.map((detail) => ({ ...detail, events: timelineOf(detail) }))
  }

  function timelineOf({ match, players }: FeedMatchDetail): MatchEvent[] {
    const sheet = (players ?? []).map(({ id, name, side, isStarter }) => ({
      player_id: id,
      player_name: name,
      side,
      is_starter: isStarter,
    }))
    const { home, away, homeScore, awayScore, rawStatus } = match
    const score = { home_score: homeScore, away_score: awayScore, shootout: ['P', 'PEN'].includes(rawStatus) }
    return matchTimeline(match.events ?? [], { home_team_id: home.id, away_team_id: away.id, ...score }, sheet, [])
  }

  const count = (events: readonly MatchEvent[], test: (type: EventType) => boolean, team: 'home' | 'away') =>
    events.filter((event) => event.team === team && test(event.type)).length

  test('at each moment of a night the score of every match is the goals of its events, and its shoot-out their kicks', async () => {
    const seen = new Set<EventType>()
    for (let minutes = 0; minutes <= 6 * 60; minutes += 17) {
      for (const { match, events } of await readAll(new Date(NIGHT.getTime() + minutes * MINUTE_MS))) {
        const goals = (['home', 'away'] as const).map((team) => count(events, isGoal, team))
        expect([match.id, minutes, ...goals]).toEqual([match.id, minutes, match.homeScore, match.awayScore])
        const kicks = (['home', 'away'] as const).map((team) => count(events, (type) => type === 'kick', team))
        if (match.parts?.kicks.home != null) expect(kicks).toEqual([match.parts.kicks.home, match.parts.kicks.away])
        for (const { type } of events) seen.add(type)
      }
    }
    const rare: readonly EventType[] = [
      'second_yellow',
      'red',
      'own_goal',
      'annulled_goal',
      'missed_penalty',
      'missed_kick',
    ]
    for (const type of ['goal', 'penalty', 'kick', 'yellow', 'substitution', ...rare]) expect(seen).toContain(type)
  })

  test('a player who has played came on or started, and has minutes from the provider', async () => {
    for (const { match, players, events } of await readAll(new Date(NIGHT.getTime() + 9 * HOUR_MS))) {
      const facts = factsByPlayer(events)
      for (const { id, isStarter, minutes } of players ?? []) {
        if (isStarter || minutes === null) continue
        expect([match.id, id, minutes > 0]).toEqual([match.id, id, (facts.get(id)?.cameOn ?? null) !== null])
      }
    }
  })
})
