import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, startTestServer, type TestServer } from '../../testing/app.ts'
import { type BuiltMatch, buildMatch } from '../../testing/builders.ts'

let server: TestServer
let match: BuiltMatch
let other: BuiltMatch
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  match = await buildMatch(server.app.db)
  other = await buildMatch(server.app.db)
  const row = { player_id: match.playerIds[0] ?? 0, player_name: 'Joueur', search_name: 'joueur', rank: 1 }
  const totals = { matches_played: 1, total_points: 300, wins: 1, podiums: 1 }
  await server.app.db
    .insertInto('season_player_points')
    .values({ season_id: (await server.app.seasons.open()).id, ...row, ...totals })
    .execute()
})
afterAll(() => server.close())

const HOME = '/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080'
const SEASON = '/api/rpc/get_season_ranking_corrected'
const screenOf = (built: BuiltMatch) => `/api/rpc/get_match_screen?match_id=${built.id}`

const get = (url: string, headers: Record<string, string> = {}) => call(server, 'GET', url, { headers })
const etagOf = async (url: string) => String((await get(url)).headers.etag)

/** Changes the content of each screen, in the database alone. */
async function change() {
  await sql`UPDATE matches SET minute = minute + 1`.execute(server.app.db)
  await sql`UPDATE season_player_points SET total_points = total_points + 1`.execute(server.app.db)
}

describe.each([
  ['the home list', () => HOME],
  ['a match', () => screenOf(match)],
  ['the season', () => SEASON],
])('%s', (_name, urlOf) => {
  test('is not built again while nothing changes', async () => {
    const first = await get(urlOf())
    const again = await get(urlOf(), { 'if-none-match': String(first.headers.etag) })
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, ''])
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(first.headers['cache-control']).toContain('s-maxage')
  })

  test.each([
    ['weakened on its way', (etag: string) => `W/${etag}`],
    ['among others', (etag: string) => `"old", ${etag}`],
    ['as an asterisk', () => '*'],
  ])('is recognised by its ETag %s', async (_form, form) => {
    const etag = await etagOf(urlOf())
    expect((await get(urlOf(), { 'if-none-match': form(etag) })).statusCode).toBe(304)
    expect((await get(urlOf(), { 'if-none-match': '"another"' })).statusCode).toBe(200)
  })

  test.each([
    ['plain', {}],
    ['compressed', { 'accept-encoding': 'br' }],
    ['to the native app', { origin: 'capacitor://localhost' }],
  ])(
    'has the same answer when it is built and when it is stored, %s',
    async (_form, headers: Record<string, string>) => {
      server.app.snapshots.dropAll()
      const built = await get(urlOf(), headers)
      const stored = await get(urlOf(), headers)
      const form = ({ statusCode, headers: { date, ...others }, rawPayload }: typeof built) => [
        statusCode,
        others,
        rawPayload.toString('hex'),
      ]
      expect(form(stored)).toEqual(form(built))
      expect(built.headers['access-control-allow-origin']).toBe(headers.origin)
      const head = await call(server, 'HEAD', urlOf(), { headers })
      expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, built.headers.etag, ''])
    },
  )

  test('has the same content compressed and plain', async () => {
    const plain = await get(urlOf())
    const packed = await get(urlOf(), { 'accept-encoding': 'br;q=0.1, gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    const smaller = await get(urlOf(), { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(smaller.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(smaller.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect([packed.headers.etag, smaller.headers.etag]).toEqual([plain.headers.etag, plain.headers.etag])
    const refused = await get(urlOf(), { 'accept-encoding': 'gzip;q=0' })
    expect([refused.headers['content-encoding'], refused.body]).toEqual([undefined, plain.body])
  })

  test('stays cached until the bus publishes a change', async () => {
    const before = await get(urlOf())
    await change()
    expect((await get(urlOf())).body).toBe(before.body)
    await server.app.bus.publish('matches', { ids: [match.id] })
    await server.app.bus.publish('season', {})
    const after = await get(urlOf(), { 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })
})

test('a change of one match does not drop the others', async () => {
  const before = [await get(screenOf(match)), await get(screenOf(other))]
  await change()
  await server.app.bus.publish('lineups', { ids: [match.id] })
  const after = [await get(screenOf(match)), await get(screenOf(other))]
  expect(after.map(({ body }, index) => body === before[index]?.body)).toEqual([false, true])
})

test.each(['competitions', 'reset'] as const)('%s drops all snapshots', async (event) => {
  const urls = [HOME, screenOf(match), screenOf(other), SEASON]
  const before = await Promise.all(urls.map(etagOf))
  await change()
  await server.app.bus.publish(event, {})
  const after = await Promise.all(urls.map(etagOf))
  expect(after.map((etag, index) => etag === before[index])).toEqual([false, false, false, false])
})

test('a change on another server drops the snapshot here', async () => {
  const before = await etagOf(HOME)
  await change()
  const heard = new Promise((done) => server.app.bus.on('matches', done))
  const message = JSON.stringify(['another-server', 'matches', { ids: [match.id] }])
  await sql`SELECT pg_notify('tribune', ${message})`.execute(server.app.db)
  await heard
  expect(await etagOf(HOME)).not.toBe(before)
})

test('a snapshot is not cached if its data changes while it is built', async () => {
  const { snapshots } = server.app
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  let builds = 0
  const wanted = { key: 'test', tags: ['test'], maxAgeMs: 60_000, build: async () => ({ n: ++builds, x: await gate }) }
  const reply = {
    header: () => reply,
    headers: () => reply,
    status: () => reply,
    type: () => reply,
    send: (sent: Buffer) => String(sent),
  }
  const ask = () =>
    snapshots.send(
      wanted,
      { headers: {}, ip: '10.9.9.9', raw: { socket: { destroyed: false } } } as never,
      reply as never,
    ) as unknown as Promise<string>
  const [one, two] = [ask(), ask()]
  snapshots.drop('test')
  release()
  expect([await one, await two, await ask(), await ask()]).toEqual(['{"n":1}', '{"n":1}', '{"n":2}', '{"n":2}'])
})

test('a snapshot is cached if other data changes while it is built, and any of its tags drops it later', async () => {
  const { snapshots } = server.app
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  let builds = 0
  const build = async () => ({ n: ++builds, x: await gate })
  const get = async () =>
    String((await snapshots.get({ key: 'two', tags: ['one', 'other'], maxAgeMs: 60_000, build }, null)).plain)
  const first = get()
  snapshots.drop('another')
  release()
  expect([await first, await get()]).toEqual(['{"n":1}', '{"n":1}'])
  snapshots.drop('another', 'other')
  expect([await get(), await get()]).toEqual(['{"n":2}', '{"n":2}'])
  snapshots.drop('one')
  expect(await get()).toBe('{"n":3}')
})
