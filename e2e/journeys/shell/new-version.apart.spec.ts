import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from '@playwright/test'
import { type Relay, test } from '../../support/relayed.ts'
import { lookForVersion, markPage, stopWorkers, workerReady } from '../../support/worker.ts'
import { expect } from '../../support/world.ts'

// A world of few matches: the home screen shows the one that is built here.
test.use({ worldOf: 'new version' })

const FAREWELL = new URL('../../../web/src/worker/farewell.ts', import.meta.url)

/** Another build of the service worker is delivered, found and installed. */
async function deliver(page: Page, relay: Relay): Promise<void> {
  relay.rewrite(/^\/sw\.js$/, (_path, body) => `${body}\n// another build`)
  await lookForVersion(page, 'waiting')
}

/** Counts how often the page is loaded from here on, by the server's answer or the worker's. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

test('a new version takes over between two screens, never on the way to a match', async ({ page, relay, world }) => {
  const match = await world.build()
  await page.goto(relay.url)
  await workerReady(page)
  const isMarked = await markPage(page)
  await deliver(page, relay)
  await page.locator(`main a[href="/match/${match.id}"]`).first().click()
  await expect(page).toHaveURL(`${relay.url}/match/${match.id}`)
  await expect(page.locator('[data-player]').first()).toBeVisible()
  expect(await isMarked()).toBe(true)

  // The version before does not go while it still fetches pictures, and is not waited for: a later change of screen brings the new one.
  await expect.poll(relay.underWay).toEqual([])
  await expect(async () => {
    await page.getByRole('link', { name: 'Points', exact: true }).click()
    await expect(page).toHaveURL(`${relay.url}/points`)
    await page.getByRole('link', { name: 'Classements', exact: true }).click()
    await expect(page).toHaveURL(`${relay.url}/rankings`)
    await expect(page.getByRole('heading', { name: /^Classement/ })).toBeVisible()
    if (await isMarked()) await stopWorkers(page)
    expect(await isMarked()).toBe(false)
  }).toPass()
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
  await expect.poll(waits).toBe(false)
})

test('a new version fetches only the files that it changes, and deletes those that only the former version needed', async ({
  page,
  relay,
}) => {
  await page.goto(relay.url)
  await workerReady(page)
  await page.evaluate(() => caches.open('workbox-precache-v2-former'))
  await expect.poll(relay.underWay).toEqual([])
  const before = relay.passed.length
  relay.rewrite(/^\/sw\.js$/, (_path, body) => body.replace(/(favicon\.svg`,revision:`)[^`]+/, '$1another'))
  await lookForVersion(page, 'waiting')
  const files = relay.passed.slice(before).filter(({ path }) => !/^\/(?:api|media)\//.test(path))
  expect(files.map(({ path }) => path)).toEqual(['/sw.js', '/favicon.svg'])

  await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.postMessage('take-over'))
  const icons = () =>
    page.evaluate(async () => {
      const cached = await (await caches.open('tribune-shell')).keys()
      return cached
        .map(({ url }) => new URL(url))
        .flatMap(({ pathname, search }) => (/svg$/.test(pathname) ? search : []))
    })
  await expect.poll(icons).toEqual(['?revision=another'])
  expect(await page.evaluate(() => caches.has('workbox-precache-v2-former'))).toBe(false)
})

test('a poll costs only a comparison, with or without the worker', async ({ page, relay }) => {
  await page.goto(relay.url)
  await workerReady(page)
  const before = relay.passed.length
  await page.getByRole('button', { name: 'Actualiser' }).first().click()
  const polls = () => relay.passed.slice(before).filter(({ path }) => path.includes('get_home_matches'))
  await expect.poll(() => polls().length).toBeGreaterThan(0)
  expect(polls().map(({ status }) => status)).toEqual(polls().map(() => 304))
})

test('the removing worker deletes all caches and unregisters', async ({ page, relay }) => {
  await page.goto(relay.url)
  await workerReady(page)
  const farewell = stripTypeScriptTypes(readFileSync(FAREWELL, 'utf8')).replace('export {}', '')
  relay.rewrite(/^\/sw\.js$/, () => farewell)
  await lookForVersion(page, 'gone')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await expect(page.getByText('Voter en direct').first()).toBeVisible()
})

test('a screen that a new release removed reloads the page once, not endlessly', async ({
  page,
  relay,
  complaints,
}) => {
  complaints.allow(/^404 \/assets\/rankings-page-/, /dynamically imported module: \S+\/rankings-page-/)
  relay.rewrite(/^\/assets\/rankings-page/, () => null)
  await page.goto(relay.url)
  const loads = countLoads(page)
  await page.locator('a[href^="/rankings"]').first().click()
  await expect(page.getByText('Le jeu est arrêté')).toBeVisible()
  expect(loads()).toBe(1)
})

test('a part of a screen that a new release removed reloads the page once, not endlessly', async ({
  page,
  relay,
  world,
  complaints,
}) => {
  const match = await world.build()
  complaints.allow(/^404 \/assets\/popover-/, /dynamically imported module: \S+\/popover-/)
  relay.rewrite(/^\/assets\/popover-/, () => null)
  await page.goto(relay.url)
  const loads = countLoads(page)
  await page.locator(`main a[href="/match/${match.id}"]`).first().click()
  const rules = page.getByRole('button', { name: 'Règles du vote' })
  await rules.click()
  await expect.poll(loads).toBe(1)
  await rules.click()
  await expect(page.getByText('Le jeu est arrêté')).toBeVisible()
  expect(loads()).toBe(1)
})
