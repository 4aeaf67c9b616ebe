import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSimulator } from '../server.ts'

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
