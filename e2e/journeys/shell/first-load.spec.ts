import { readdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'
import { FIRST_LOAD, FIRST_LOAD_BYTES } from '../../../scripts/build-web.ts'
import { openLiveMatch } from '../../support/api.ts'
import { hold } from '../../support/home.ts'
import { HOME_READ } from '../../support/samples.ts'
import { fontsLoaded } from '../../support/shifts.ts'
import { expect, test, type World } from '../../support/world.ts'

/** Files that the screen does not wait for: most are fetched once it is drawn. */
const AFTERWARDS =
  /^\/(?:sw\.js|assets\/(?:live|streaming|afterwards|settled|pulled-mark|drawn-picture|translation)-[^/]+\.js)$/

/** The app's own code for it. */
const APP = /\/assets\/first-[^/]+\.js$/

/** Paths of everything asked for until the network is quiet. */
async function asked(page: Page, path: string): Promise<string[]> {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url().slice(new URL(request.url()).origin.length)))
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return addresses
}

/** Waits until the page at an address has its own head: a busy server sends the default one rather than have a fan wait for it. */
async function headMade(world: World, path: string, name: string): Promise<void> {
  const page = async () => (await fetch(`${world.url}${path}`)).text()
  await expect.poll(page).toContain(name)
}

/** Returns the size in bytes of a file as a server sends it to a browser that accepts gzip. */
async function gzippedBytes(address: string): Promise<number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers.get('content-encoding'), address).toBe('gzip')
  return Number(answer.headers.get('content-length'))
}

test.use({ settlesAtOnce: false })

test('the first screen costs at most 76 kB of JavaScript, none of another screen, each file with its caching headers and compressed', async ({
  page,
  world,
}) => {
  const settled = page.waitForResponse(/\/assets\/afterwards-/)
  const addresses = await asked(page, '/')
  await settled
  await page.waitForLoadState('networkidle')
  const scripts = addresses.filter((path) => path.endsWith('.js'))
  const first = scripts.filter((path) => FIRST_LOAD.test(path))
  expect(scripts.filter((path) => !FIRST_LOAD.test(path) && !AFTERWARDS.test(path))).toEqual([])
  expect(first.length).toBeGreaterThan(3)
  expect(scripts).toContainEqual(expect.stringMatching(/\/translation-/))
  const sizes = await Promise.all(first.map((path) => gzippedBytes(`${world.url}${path}`)))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_BYTES)

  const files = addresses.filter((path) => /\.(?:js|css|woff2|webmanifest|svg)$/.test(path))
  for (const path of [...files, '/index.html', '/manifest.webmanifest', '/sw.js', '/favicon.svg']) {
    const { headers } = await fetch(`${world.url}${path}`, { headers: { 'accept-encoding': 'br' } })
    const isHashed = path.startsWith('/assets/')
    expect(headers.get('cache-control'), path).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    expect(headers.get('content-encoding'), path).toBe(path.endsWith('.woff2') ? null : 'br')
  }
})

test('the service worker caches every screen of a fan, and nothing of the operator’s area', async ({ world }) => {
  const worker = await (await fetch(`${world.url}/sw.js`)).text()
  for (const screen of ['first', 'match-page', 'rankings-page', 'player-page', 'profile-page', 'not-found']) {
    expect(worker).toContain(`/assets/${screen}-`)
  }
  for (const screen of ['open-area', 'admin-page', 'people-page', 'coefficients-tab']) {
    expect(worker).not.toContain(`/assets/${screen}-`)
  }
})

test('home, match and ranking request their data once, while their code is loading', async ({ page, world }) => {
  const { match } = await openLiveMatch(world)
  for (const [path, data] of [
    ['/', 'get_home_matches'],
    [`/match/${match.match_id}`, 'get_match_screen'],
    // The pages that follow are asked for as time goes by.
    ['/rankings', 'get_season_ranking_corrected?p_limit=20&p_offset=0'],
  ] as const) {
    const codeRuns = page.waitForRequest('**/api/me')
    const order = await asked(page, path)
    await codeRuns
    const reads = order.filter((address) => address.includes(data))
    expect(reads, path).toHaveLength(1)
    // Before the first thing that the code itself asks for.
    expect(order.indexOf(reads[0] ?? '')).toBeLessThan(order.indexOf('/api/me'))
    page.removeAllListeners('request')
  }
})

test('the home screen is in the page before its code is loaded, exactly where the app renders it', async ({ page }) => {
  const release = await hold(page, APP)
  await page.context().route(HOME_READ, () => undefined)
  const intro = page.getByText(/^Pour chaque match que tu regardes/)
  const places = () =>
    Promise.all(
      [page.locator('h1'), intro, page.locator('[data-skeleton]').first(), page.locator('nav')].map((one) =>
        one.boundingBox(),
      ),
    )
  await page.goto('/', { waitUntil: 'commit' })
  await expect(intro).toBeVisible()
  await fontsLoaded(page)
  const before = await places()
  const firstPaint = page.locator('.first-paint')
  await expect(firstPaint).toHaveAttribute('inert')

  release()
  await expect(firstPaint).toHaveCount(0)
  expect(await places()).toEqual(before)
})

test('the ranking is in the page before its code is loaded, exactly where the app renders it', async ({ page }) => {
  const release = await hold(page, APP)
  await page.context().route('**/api/rpc/get_season_ranking_corrected*', () => undefined)
  const parts = [page.locator('h1', { hasText: 'Classement' }), page.locator('[data-skeleton]').first()]
  const places = () => Promise.all([...parts, page.locator('nav')].map((one) => one.boundingBox()))
  await page.goto('/rankings', { waitUntil: 'commit' })
  for (const part of parts) await expect(part).toBeVisible()
  await fontsLoaded(page)
  const before = await places()
  release()
  await expect(page.locator('.first-paint')).toHaveCount(0)
  expect(await places()).toEqual(before)
})

for (const [home, away, width] of [
  ['Stade Clairmont', 'AS <b>Belle</b>roche', 390],
  ['Borussia Mönchengladbach', 'Wolverhampton Wanderers', 320],
  ['Borussia Mönchengladbach', 'Wolverhampton Wanderers', 390],
] as const) {
  test(`the competition and the teams of ${home} – ${away} stand in the page before its code is there, and stay where they are, at ${width} px`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const competition = 'Coupe des <i>Alizés</i>'
    const match = await world.build({ competitionId: 9_061, competition, home, away })
    await headMade(world, `/match/${match.id}`, withSoftHyphens(home))
    const letCodeIn = await hold(page, APP)
    const letDataIn = await hold(page, /get_match_screen/)
    await page.goto(`/match/${match.id}`, { waitUntil: 'commit' })
    const shown = [competition, withSoftHyphens(home), withSoftHyphens(away)].map((name) =>
      page.getByText(name, { exact: true }).first(),
    )
    const places = () => Promise.all(shown.map((name) => name.boundingBox()))
    for (const name of shown) await expect(name).toBeVisible()
    await expect(page.locator('.boot')).toBeHidden()
    await fontsLoaded(page)
    const before = await places()
    letCodeIn()
    await expect(page.locator('.first-paint')).toHaveCount(0)
    expect(await places()).toEqual(before)
    letDataIn()
    await expect(page.locator(`[data-player="${match.playerIds[0]}"]`)).toBeVisible()
    expect(await places()).toEqual(before)
  })
}

test('before its code is loaded the page has no banner for fans who hid it, and no home screen at other addresses', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('tribune-intro', 'hidden'))
  await hold(page, APP)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.getByText(/^Pour chaque match que tu regardes/)).toBeHidden()
  await page.goto('/points', { waitUntil: 'commit' })
  await expect(page.locator('.boot')).toBeVisible()
  await expect(page.locator('h1')).toBeHidden()
})

test('the navigation shows while the code of a screen loads slowly', async ({ page }) => {
  await hold(page, /\/assets\/rankings-page-[^/]+\.js$/)
  await page.goto('/rankings', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Points' }).click()
  await expect(page).toHaveURL(/\/points$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Comment ça marche' })).toBeVisible()
})

test('no screen bundles the validation library', async () => {
  const folder = new URL('../../../web/dist/assets/', import.meta.url)
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const name of scripts) expect(await readFile(new URL(name, folder), 'utf8'), name).not.toContain('ZodError')
})
