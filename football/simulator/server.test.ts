import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSimulator } from './server.ts'

let now = new Date('2026-11-24T20:30:00Z')
const DATE = '2026-11-24'
const simulator = createSimulator({ now: () => now })
let url = ''

beforeAll(async () => {
  url = (await simulator.listen()).url
})
afterAll(() => simulator.close())

const KEY = { 'x-apisports-key': 'any' }

interface Row {
  readonly fixture: {
    readonly id: number
    readonly date: string
    readonly timezone: string
    readonly status: { readonly short: string }
  }
  readonly league: { readonly id: number; readonly season: number; readonly logo: string }
  readonly teams: { readonly home: { readonly id: number; readonly logo: string } }
}

interface Body {
  readonly get: string
  readonly parameters: Record<string, string> | []
  readonly errors: Record<string, string> | []
  readonly results: number
  readonly response: Row[]
}

function get(path: string, headers: Record<string, string> = KEY): Promise<Response> {
  return fetch(url + path, { headers })
}

async function body(path: string): Promise<Body> {
  return (await (await get(path)).json()) as Body
}

/** Answers by path, without the server's own address in picture URLs. */
async function texts(address: string, paths: readonly string[]): Promise<Record<string, string>> {
  const read = async (path: string) => (await fetch(address + path, { headers: KEY })).text()
  const found: Record<string, string> = {}
  for (const path of paths) found[path] = (await read(path)).replaceAll(address, '')
  return found
}

const idsOf = ({ response }: Body) => response.map(({ fixture }) => fixture.id)

describe('the same seed and clock give the same bytes', () => {
  const paths = [
    '/fixtures?live=all',
    `/fixtures?date=${DATE}`,
    '/leagues',
    '/teams?league=61&season=2026',
    '/players/squads?team=6101',
  ]

  it('asked twice, in another order, and of another server', async () => {
    const today = idsOf(await body(`/fixtures?date=${DATE}`))
    const all = [...paths, `/fixtures?ids=${today.slice(0, 20).join('-')}`]
    const first = await texts(url, all)
    expect(await texts(url, all.toReversed())).toEqual(first)
    const restarted = createSimulator({ now: () => now })
    const { url: elsewhere } = await restarted.listen()
    expect(await texts(elsewhere, all.toReversed())).toEqual(first)
    await restarted.close()
  })

  it('another seed gives another world', async () => {
    const other = createSimulator({ now: () => now, seed: 'other' })
    const { url: elsewhere } = await other.listen()
    const answer = (await (await fetch(`${elsewhere}/fixtures?date=${DATE}`, { headers: KEY })).json()) as Body
    expect(answer.response).not.toEqual((await body(`/fixtures?date=${DATE}`)).response)
    await other.close()
  })
})

describe('the key', () => {
  it('is refused by 403 with token and error if missing', async () => {
    const answer = await get('/fixtures?live=all', {})
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      get: '',
      parameters: [],
      errors: { token: expect.any(String), error: '4xHe' },
    })
  })

  it('is refused by 200 with a token error, without echoing the parameters, if wrong', async () => {
    const answer = await get('/fixtures?live=all', { 'x-apisports-key': 'bad' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      get: 'fixtures',
      parameters: [],
      errors: { token: expect.any(String) },
      results: 0,
    })
  })
})

describe('quota headers', () => {
  it('count down by one per call for the day and the minute, are full again the next day, and are absent from /status, which costs no call', async () => {
    const left = async () => {
      const { headers } = await get('/countries')
      return [headers.get('x-ratelimit-requests-remaining'), headers.get('x-ratelimit-remaining')].map(Number)
    }
    const [[day = 0, minute = 0], [dayNext, minuteNext]] = [await left(), await left()]
    expect([dayNext, minuteNext]).toEqual([day - 1, minute - 1])
    const status = await get('/status')
    expect(status.headers.get('x-ratelimit-requests-limit')).toBeNull()
    expect(await status.json()).toMatchObject({ response: { requests: { current: 7500 - day + 1, limit_day: 7500 } } })
    const before = now
    now = new Date(now.getTime() + 24 * 3_600_000)
    expect(await left()).toEqual([7499, 299])
    now = before
  })
})

describe('parameter errors have status 200 and the name of the parameter', () => {
  it.each([
    ['/fixtures', 'required'],
    ['/fixtures?season=2026', 'required'],
    ['/fixtures?league=61', 'season'],
    ['/fixtures?league=61&season=26', 'season'],
    ['/fixtures?date=24-11-2026', 'date'],
    ['/fixtures?date=2026-13-01', 'date'],
    ['/fixtures?from=2026-11-01&to=2026-11-02', 'league'],
    ['/fixtures?live=yes', 'live'],
    ['/fixtures?id=abc', 'id'],
    [`/fixtures?ids=${Array.from({ length: 21 }, (_, i) => i + 1).join('-')}`, 'ids'],
    ['/fixtures?ids=1,2', 'ids'],
    [`/fixtures?date=${DATE}&status=XX`, 'status'],
    [`/fixtures?date=${DATE}&timezone=Mars/Olympus`, 'timezone'],
    ['/fixtures?colour=red', 'colour'],
    ['/fixtures/lineups', 'fixture'],
    ['/fixtures/players?fixture=x', 'fixture'],
    ['/teams', 'required'],
    ['/players/squads', 'required'],
    ['/leagues?current=maybe', 'current'],
    ['/nowhere', 'endpoint'],
  ])('%s: %s', async (path, field) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    const { errors, response, results } = (await answer.json()) as Body
    expect(Object.keys(errors)).toEqual([field])
    expect([response, results]).toEqual([[], 0])
  })
})

describe('rows have inline', () => {
  const keys = async (path: string) => Object.keys((await body(path)).response[0] ?? {})
  const bare = ['fixture', 'league', 'teams', 'goals', 'score']

  it('by date and by league: nothing; live: events; by id: everything', async () => {
    const [id] = idsOf(await body(`/fixtures?date=${DATE}`))
    expect(await keys(`/fixtures?date=${DATE}`)).toEqual(bare)
    expect(await keys('/fixtures?league=61&season=2026')).toEqual(bare)
    expect(await keys('/fixtures?live=all')).toEqual([...bare, 'events'])
    const everything = [...bare, 'events', 'lineups', 'statistics', 'players']
    expect(await keys(`/fixtures?id=${id}`)).toEqual(everything)
    expect(await keys(`/fixtures?ids=${id}`)).toEqual(everything)
  })
})

describe('the listed matches', () => {
  it('with `live` are those in play, of the requested leagues', async () => {
    const { response } = await body('/fixtures?live=all')
    const inPlay = ['1H', 'HT', '2H', 'ET', 'BT', 'P', 'LIVE', 'INT', 'SUSP']
    expect(response.length).toBeGreaterThan(2)
    for (const { fixture } of response) expect(inPlay).toContain(fixture.status.short)
    const league = response[0]?.league.id
    const some = (await body(`/fixtures?live=${league}-999`)).response
    expect(some).toEqual(response.filter((row) => row.league.id === league))
  })

  it('with `ids` are the known ones, each once', async () => {
    const [one, two] = idsOf(await body(`/fixtures?date=${DATE}`))
    expect(idsOf(await body(`/fixtures?ids=${one}-9999999-${two}-${one}-1`))).toEqual([one, two])
  })

  it('are narrowed by league and season, from, to, team and status', async () => {
    const all = (await body('/fixtures?league=61&season=2026')).response
    expect(all.length).toBeGreaterThan(30)
    const days = all.map(({ fixture }) => fixture.date.slice(0, 10))
    const some = await body('/fixtures?league=61&season=2026&from=2026-11-10&to=2026-11-20')
    expect(some.results).toBe(days.filter((day) => day >= '2026-11-10' && day <= '2026-11-20').length)
    expect((await body('/fixtures?league=61&season=2020')).results).toBe(0)
    const team = all[0]?.teams.home.id
    expect((await body(`/fixtures?team=${team}&season=2026`)).results).toBeGreaterThan(3)
    const finished = (await body(`/fixtures?date=${DATE}&status=FT-AET-PEN`)).response
    expect(new Set(finished.map(({ fixture }) => fixture.status.short))).toContain('FT')
    expect(finished.every(({ fixture }) => ['FT', 'AET', 'PEN'].includes(fixture.status.short))).toBe(true)
  })

  it('have days and dates of the requested time zone', async () => {
    const { response } = await body(`/fixtures?date=${DATE}&timezone=America/New_York`)
    for (const { fixture } of response) {
      expect(fixture.date).toMatch(/^2026-11-24T.*-05:00$/)
      expect(fixture.timezone).toBe('America/New_York')
    }
    expect(idsOf(await body(`/fixtures?date=${DATE}`)).sort()).not.toEqual(
      response.map(({ fixture }) => fixture.id).sort(),
    )
  })
})

describe('pictures', () => {
  it('exist at the simulator itself for every picture URL in an answer', async () => {
    const [row] = (await body(`/fixtures?date=${DATE}`)).response
    for (const address of [row?.league.logo, row?.teams.home.logo]) {
      expect(address).toMatch(new RegExp(`^${url}/media/`))
      const answer = await fetch(address ?? '')
      expect(answer.headers.get('content-type')).toContain('image/svg+xml')
      expect(await answer.text()).toMatch(/^<svg /)
    }
  })

  it.each([
    ['/media/players/610102.svg', 200],
    ['/media/players/610102.png', 200],
    ['/media/players/610101.png', 404],
    ['/media/players/0.png', 200],
    ['/media/coachs/610199.svg', 200],
    ['/media/flags/gb-eng.svg', 200],
    ['/media/teams/1.svg', 404],
    ['/media/leagues/x.svg', 404],
    ['/media/stadiums/1.svg', 404],
    ['/media/players/610102.gif', 404],
  ])('%s without a key: %i', async (path, status) => {
    expect((await get(path, {})).status).toBe(status)
  })

  it('are distinct and constant faces for most players, and missing for the others', async () => {
    const squad = Array.from({ length: 24 }, (_, shirt) => `/media/players/${610101 + shirt}.png`)
    const look = () => Promise.all(squad.map(async (path) => (await get(path, {})).text()))
    const [once, again] = [await look(), await look()]
    const faces = once.filter((text) => text.startsWith('<svg '))
    expect(again).toEqual(once)
    expect(new Set(faces).size).toBe(faces.length)
    expect(faces.length / squad.length).toBeGreaterThan(0.7)
    expect(faces.length).toBeLessThan(squad.length)
  })

  it('have only faults of their own, and use up no others', async () => {
    const path = '/media/players/610102.png'
    const clean = await (await get(path, {})).text()
    simulator.faults.add({ kind: 'http_500', calls: 1 })
    expect(await (await get(path, {})).text()).toBe(clean)
    expect((await get('/leagues')).status).toBe(500)
    simulator.faults.add({ kind: 'garbage', path: '/media', calls: 1 })
    expect(await (await get(path, {})).text()).not.toBe(clean)
    simulator.faults.add({ kind: 'http_500', path, calls: 1 })
    expect((await get('/media/teams/6101.png', {})).status).toBe(200)
    expect((await get(path, {})).status).toBe(500)
  })

  it('can have another origin, which does not change with the port', async () => {
    const other = createSimulator({ now: () => now, mediaOrigin: 'http://media.example.test' })
    const { url: address } = await other.listen()
    const body = await (await fetch(`${address}/fixtures?date=${DATE}`, { headers: KEY })).text()
    await other.close()
    expect(body).toContain('http://media.example.test/media/teams/')
    expect(body).not.toContain(address)
  })
})
