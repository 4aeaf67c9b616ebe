import type { ServerResponse } from 'node:http'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { PictureKind } from '@tribune/protocol/picture.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { buildPictured, nextId } from '../../../testing/builders.ts'
import { type PictureSource, plainPng, redirects, sends, startPictureSource } from '../../../testing/picture-source.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
let server: TestServer
let provider: PictureSource
let png: Buffer
beforeAll(async () => {
  provider = await startPictureSource()
  server = await startTestServer(inject('databaseUrl'), { pictureOrigin: provider.url })
  png = await plainPng('#ff0000')
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

/** Somebody new, whose picture is at `path` of the provider, or nowhere. */
const somebody = (kind: PictureKind, path: string | null, name?: string) =>
  buildPictured(server.app.db, { kind, source: path === null ? null : provider.url + path, name })

const get = (address: string, headers: Record<string, string> = {}) => call(server, 'GET', address, { headers })
const timesAsked = (path: string) => provider.asked.filter((one) => one === path).length

async function expectPicture(address: string, cacheControl = FOR_EVER): Promise<void> {
  const answer = await get(address)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(answer.headers['cache-control']).toBe(cacheControl)
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
}

/** `maxAge` in seconds, or a little less. */
async function expectDrawing(address: string, maxAge = 2): Promise<void> {
  const answer = await get(address)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  const [, age] = /^public, max-age=(\d+)$/.exec(String(answer.headers['cache-control'])) ?? []
  expect([Number(age) > maxAge / 2, Number(age) <= maxAge]).toEqual([true, true])
  expect(answer.body).toMatch(/^<svg .*<\/svg>$/)
}

describe.each(['players', 'teams', 'competitions'] as const)('a picture of %s', (kind) => {
  test('is drawn at once while it is downloaded; then it is served, cacheable forever', async () => {
    const path = `/${kind}.png`
    provider.on(path, sends(png))
    const { address } = await somebody(kind, path)
    await expectDrawing(address)
    await server.app.pictures.settled()
    await expectPicture(address)
    for (const size of [48, 192, 384]) {
      const { statusCode, headers } = await get(address.replace('/96.', `/${size}.`))
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', FOR_EVER])
    }
    expect(timesAsked(path)).toBe(1)
  })

  test('without a source is drawn', async () => {
    const { address } = await somebody(kind, null)
    await expectDrawing(address, 300)
  })

  test('of an unknown id is not found', async () => {
    expect(refusalOf(await get(`/media/${kind}/987654321/96.webp`))).toEqual([404, 'not_found'])
    expect(refusalOf(await get(`/media/${kind}/9007199254740991/96.webp`))).toEqual([404, 'not_found'])
  })
})

describe('an address', () => {
  test.each([
    '/media/fans/1/96.webp',
    '/media/players/1/97.webp',
    '/media/players/x/96.webp',
    '/media/players/1.5/96.webp',
    '/media/players/1/96.webp?v=a&v=b',
    `/media/players/1/96.webp?v=${'a'.repeat(65)}`,
  ])('%s is refused', async (address) => {
    expect(refusalOf(await get(address))).toEqual([400, 'invalid_request'])
  })

  test.each(['/media/players/1/96.png', '/media/players/1/96', '/media/players/1', '/media/../../etc/passwd'])(
    '%s is not a picture',
    async (address) => {
      expect(refusalOf(await get(address))).toEqual([404, 'not_found'])
    },
  )

  test('with another version, or none, shows the same picture, cached briefly', async () => {
    provider.on('/version.png', sends(png))
    const { address } = await somebody('teams', '/version.png')
    await get(address)
    await server.app.pictures.settled()
    const bare = address.replace(/\?.*/, '')
    for (const other of [bare, `${bare}?v=`, `${bare}?v=000000000000`])
      await expectPicture(other, 'public, max-age=300')
    await expectPicture(address)
  })

  test('never makes the server download what a caller chooses', async () => {
    const { address } = await somebody('teams', null)
    const elsewhere = encodeURIComponent(`${provider.url}/wanted.png`)
    for (const name of ['url', 'src', 'source', 'v']) {
      await get(`${address}?${name}=${elsewhere}`.slice(0, 200))
      await get(`/media/teams/${elsewhere}/96.webp`)
    }
    await server.app.pictures.settled()
    expect(timesAsked('/wanted.png')).toBe(0)
  })

  test('changes with the source and shows the new picture; so does the old address, cached briefly', async () => {
    provider.on('/before.png', sends(png))
    provider.on('/after.png', sends(await plainPng('#0000ff')))
    const { id, address } = await somebody('teams', '/before.png')
    await get(address)
    await server.app.pictures.settled()
    const before = await get(address)
    const source = `${provider.url}/after.png`
    await server.app.db.updateTable('teams').set({ logo: source }).where('id', '=', id).execute()
    server.clock.advance(1_000)
    const next = ownPicture('teams', id, source)?.replace('/192.', '/96.') ?? ''
    expect(next).not.toBe(address)
    await expectDrawing(next)
    await server.app.pictures.settled()
    await expectPicture(next)
    const after = await get(next)
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
    await expectPicture(address, 'public, max-age=300')
    expect((await get(address)).rawPayload.equals(after.rawPayload)).toBe(true)
  })
})

describe('a picture that a phone has', () => {
  test('is a 304, and so is a drawing', async () => {
    provider.on('/known.png', sends(png))
    const { address } = await somebody('players', '/known.png')
    const drawn = await get(address)
    expect((await get(address, { 'if-none-match': String(drawn.headers.etag) })).statusCode).toBe(304)
    await server.app.pictures.settled()
    expect((await get(address, { 'if-none-match': String(drawn.headers.etag) })).statusCode).toBe(200)
    const { headers } = await get(address)
    const again = await get(address, { 'if-none-match': `W/${headers.etag}` })
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', FOR_EVER])
  })
})

test('a drawing opened on its own can do nothing, even if the name in it contains HTML', async () => {
  const { address } = await somebody('teams', null, `"><script>alert(1)</script><a href='x`)
  const { headers, body } = await get(address)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(body).not.toMatch(/<script|<a /)
})

test('many concurrent requests for a picture cost the provider one', async () => {
  provider.on('/star.png', (response) => void setTimeout(() => response.end(png), 50))
  const { address } = await somebody('players', '/star.png')
  const answers = await Promise.all(Array.from({ length: 200 }, () => get(address)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  await server.app.pictures.settled()
  expect(timesAsked('/star.png')).toBe(1)
})

describe('a provider that', () => {
  const bad = {
    'has none': (path: string) => provider.on(path, (response) => void response.writeHead(404).end()),
    'sends a page': (path: string) => provider.on(path, sends('<html><script>alert(1)</script></html>', 'image/png')),
    'sends a drawing with a script': (path: string) =>
      provider.on(
        path,
        sends('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>', 'image/svg+xml'),
      ),
    'sends far too much': (path: string) => provider.on(path, sends(Buffer.alloc(3_000_000))),
    'leads us to the machine’s own secrets': (path: string) =>
      provider.on(path, redirects('http://169.254.169.254/latest/meta-data/')),
    'leads us to our own database': (path: string) => provider.on(path, redirects(server.databaseUrl)),
    'leads us round and round': (path: string) => provider.on(path, redirects(path)),
    'hangs up': (path: string) => provider.on(path, (response) => void response.destroy()),
  }

  test.each(Object.entries(bad))(
    '%s is not retried for a minute, while the drawing stays',
    async (_name, misbehave) => {
      const path = `/bad-${nextId()}.png`
      misbehave(path)
      const { address } = await somebody('players', path)
      await expectDrawing(address)
      await server.app.pictures.settled()
      const asked = timesAsked(path)
      expect(asked).toBeGreaterThan(0)
      await expectDrawing(address, 60)
      await server.app.pictures.settled()
      expect(timesAsked(path)).toBe(asked)
      provider.on(path, sends(png))
      server.clock.advance(MINUTE_MS)
      await get(address)
      await server.app.pictures.settled()
      await expectPicture(address)
    },
  )

  test('never answers delays no request', async () => {
    const silent: ServerResponse[] = []
    provider.on('/silent.png', (response) => void silent.push(response))
    const { address } = await somebody('teams', '/silent.png')
    await expectDrawing(address)
    await expect.poll(() => silent.length).toBe(1)
    await expectDrawing(address)
    silent[0]?.destroy()
    await server.app.pictures.settled()
  })
})

test.each([
  'http://127.0.0.1:9/a.png',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '/media/teams/1/96.webp',
  'not an address',
])('a stored address of %s is never requested: the picture is drawn', async (source) => {
  const { id } = await somebody('teams', null)
  await server.app.db.updateTable('teams').set({ logo: source }).where('id', '=', id).execute()
  server.clock.advance(MINUTE_MS)
  const address = ownPicture('teams', id, source) ?? ''
  await expectDrawing(address)
  await server.app.pictures.settled()
  await expectDrawing(address, 60)
})
