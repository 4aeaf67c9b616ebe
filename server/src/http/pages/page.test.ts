import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { publishDue } from '../../features/feed/publication/jobs.ts'
import { call, startTestServer, type TestServer } from '../../testing/app.ts'
import { buildMatch, finishMatch } from '../../testing/builders.ts'
import { careerOfTwoSeasons } from '../../testing/career.ts'
import { ORIGIN } from '../../testing/constants.ts'

const HOSTILE = '"><script>alert(1)</script>\u202e $& \'x'
/** Title of every page without one of its own. */
const TITLE = '<title>Tribune — Le vote populaire mondial</title>'
const root = mkdtempSync(join(tmpdir(), 'tribune-page-'))
const PAGE = `<!doctype html><head><title>Tribune</title>
  <meta
    name="description"
    content="Ancienne."
  />
</head><body><div id="root"></div></body>`

let server: TestServer
beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), PAGE)
  server = await startTestServer(inject('databaseUrl'), { webDir: root })
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => call(server, 'GET', url, { headers })
/** Asks for the page of a match or player until it has its own head, which a busy machine may take longer to read than a page waits. */
async function getOwn(url: string, headers: Record<string, string> = {}) {
  let answer = await get(url, headers)
  const again = async () => {
    if (answer.body.includes(TITLE)) answer = await get(url, headers)
    return answer.body
  }
  await expect.poll(again, { timeout: 20_000 }).not.toContain(TITLE)
  return answer
}
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]

describe('the head of a page', () => {
  test('of a match describes it, with absolute URLs', async () => {
    const { id } = await buildMatch(server.app.db, { home: 'FC Rive', away: 'Stade Aval', score: [3, 1] })
    const { body, statusCode, headers } = await getOwn(`/match/${id}`)
    expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ])
    expect(body).toContain('<title>FC Rive – Stade Aval · Tribune</title>')
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/match/${id}">`)
    expect(contentOf(body, 'og:url')).toBe(`${ORIGIN}/match/${id}`)
    expect(contentOf(body, 'og:image')).toBe(`${ORIGIN}/share/match/${id}.png`)
    expect(contentOf(body, 'og:title')).toBe('FC Rive – Stade Aval\u00a0: vote pour tes trois meilleurs joueurs')
    expect(contentOf(body, 'og:locale')).toBe('fr_FR')
    expect(contentOf(body, 'twitter:card')).toBe('summary_large_image')
    expect(body).not.toContain('Ancienne')
    expect(body).toContain('<div id="root"></div>')
  })

  test('reveals no score or player of a match while its vote is open, and shows the result and a new picture afterwards', async () => {
    const names = ['Ana Rivage', 'Bo Sel', 'Cy Dune']
    const sketch = { home: 'FC Rive', away: 'Stade Aval', score: [3, 1] as const, names, rating: 7 }
    const { id } = await buildMatch(server.app.db, sketch)
    const open = await getOwn(`/match/${id}`)
    expect(open.body).not.toMatch(/3 – 1|Ana Rivage/)
    const picture = (body: string) => get(contentOf(body, 'og:image')?.slice(ORIGIN.length) ?? '')
    const before = await picture(open.body)
    expect([before.statusCode, before.headers['content-type']]).toEqual([200, 'image/png'])
    await finishMatch(server.app.db, id, new Date(server.clock.now().getTime() - 61 * MINUTE_MS))
    await publishDue(server.app)
    await server.app.bus.publish('matches', { ids: [id] })
    const closed = await getOwn(`/match/${id}`)
    const headline = 'FC Rive 3 – 1 Stade Aval\u00a0: les meilleurs joueurs du match'
    expect(contentOf(closed.body, 'og:title')).toBe(headline)
    const after = await picture(closed.body)
    expect(after.statusCode).toBe(200)
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
  })

  test('has the clubs of a match with soft hyphens for the first paint, and plain in all other tags', async () => {
    const { id } = await buildMatch(server.app.db, { home: 'Borussia Mönchengladbach', away: 'FC Rive' })
    const { body } = await getOwn(`/match/${id}`)
    expect(contentOf(body, 'match-home')).toBe('Borussia Mön\u00adchen\u00adglad\u00adbach')
    expect(contentOf(body, 'match-away')).toBe('FC Rive')
    expect(body).toContain('<title>Borussia Mönchengladbach – FC Rive · Tribune</title>')
    expect(contentOf(body, 'og:title')).toContain('Borussia Mönchengladbach – FC Rive')
  })

  test('escapes any name', async () => {
    const { id, playerIds } = await buildMatch(server.app.db, { names: [HOSTILE], home: HOSTILE, away: '<!--' })
    for (const url of [`/player/${playerIds[0]}`, `/match/${id}`]) {
      const { body } = await getOwn(url)
      expect(body).not.toMatch(/<script|<!--|\u202e/)
      expect(contentOf(body, 'og:title')).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; &#39;x')
      expect(body.match(/<title>/g)).toHaveLength(1)
    }
  })

  test('of a player is of the season that the address asks for', async () => {
    const { playerId, past } = await careerOfTwoSeasons(server)
    const address = `/player/${playerId}?season=${past}`
    const [open, then] = [(await getOwn(`/player/${playerId}`)).body, (await getOwn(address)).body]
    expect(contentOf(open, 'og:description')).toMatch(/ 300\u00a0pts en 1\u00a0match/)
    expect(contentOf(then, 'og:description')).toMatch(/^Avant 2001\u00a0: .+ 240\u00a0pts en 1\u00a0match/)
    expect(contentOf(then, 'description')).toBe(contentOf(then, 'og:description'))
    expect(contentOf(then, 'og:url')).toBe(ORIGIN + address)
    const picture = contentOf(then, 'og:image')?.replace('&amp;', '&') ?? ''
    expect(picture).toMatch(new RegExp(`/share/player/${playerId}\\.png\\?season=${past}&v=\\d+$`))
    expect((await get(picture.slice(ORIGIN.length))).headers['content-type']).toBe('image/png')
    expect(contentOf(open, 'og:image')).not.toContain('season')
  })

  test.each([
    ['the open one by its id', (open: number) => `${open}`, 200],
    ['no season at all', () => 'x', 200],
    ['one that does not exist', () => '2147483647', 404],
    ['one that no column holds', () => '9999999999', 404],
    ['one beyond all numbers', () => '9'.repeat(40), 200],
  ])('of a player asked for in %s', async (_what, asked, status) => {
    const { playerIds } = await buildMatch(server.app.db)
    const { id } = await server.app.seasons.open()
    const plain = await getOwn(`/player/${playerIds[0]}`)
    const again = async () => {
      const { statusCode, body } = await get(`/player/${playerIds[0]}?season=${asked(id)}`)
      return [statusCode, body === plain.body]
    }
    await expect.poll(again, { timeout: 20_000 }).toEqual([status, status === 200])
  })

  test.each([
    ['/', 'Tribune — Le vote populaire mondial'],
    ['/rankings?page=2', 'Classement · Tribune'],
    ['/points/', 'Comment ça marche\u202f? · Tribune'],
    ['/POINTS', 'Comment ça marche\u202f? · Tribune'],
  ])('of %s is specific', async (url, title) => {
    const { body, statusCode } = await get(url)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<title>${title}</title>`)
    expect(contentOf(body, 'og:image')).toBe(`${ORIGIN}/card.png`)
  })

  test('is a 304 while unchanged, and changes with the match', async () => {
    const { id } = await buildMatch(server.app.db, { status: 'upcoming' })
    await getOwn(`/match/${id}`)
    const first = await get(`/match/${id}`, { 'accept-encoding': 'gzip' })
    const etag = String(first.headers.etag)
    expect(first.headers['content-encoding']).toBe('gzip')
    expect((await get(`/match/${id}`, { 'if-none-match': etag })).statusCode).toBe(304)
    await server.app.db.updateTable('matches').set({ status: 'postponed' }).where('id', '=', id).execute()
    await server.app.bus.publish('matches', { ids: [id] })
    const later = await getOwn(`/match/${id}`, { 'if-none-match': etag })
    expect([later.statusCode, later.body.includes('match reporté')]).toEqual([200, true])
  })
})

describe('an address without a page', () => {
  test.each([
    '/nulle-part',
    '/nulle-part?from=/points',
    '/admin/nulle-part',
    '/points/more',
    '/un.point',
    '/%F0%9F%A6%8A',
    '/Points%00',
    `/${'a'.repeat(2_000)}`,
    '/match/987654321',
    '/match/abc',
    '/match/1e3',
    '/match/',
    '/match/12/more',
    '/match/1/2',
    `/match/${'9'.repeat(17)}`,
    '/player',
    '/player/987654321',
    '/player/x',
    '/player/%3Cscript%3E',
  ])('%s is the page with 404, under no address', async (url) => {
    let answer = await get(url, { accept: 'text/html' })
    // On a busy machine, a lookup that finds no player or match may take longer than a page waits for it.
    const again = async () => {
      if (answer.statusCode !== 404) answer = await get(url, { accept: 'text/html' })
      return answer.statusCode
    }
    await expect.poll(again, { timeout: 20_000 }).toBe(404)
    const { body, headers } = answer
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain(TITLE)
    expect(body).not.toMatch(/canonical|<script/)
  })
})

test('a page does not wait for a database that does not answer, and has the default link preview', async () => {
  const { id } = await buildMatch(server.app.db)
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE matches IN ACCESS EXCLUSIVE MODE')
  const { statusCode, body } = await get(`/match/${id}`)
  await client.query('ROLLBACK')
  await client.end()
  expect([statusCode, contentOf(body, 'og:title')]).toEqual([200, 'Tribune — Le vote populaire mondial'])
})

test('a new build is served at once', async () => {
  await get('/rankings')
  writeFileSync(join(root, 'index.html'), PAGE.replace('id="root"', 'id="root" data-build="2"'))
  expect((await get('/rankings')).body).toContain('data-build="2"')
})
