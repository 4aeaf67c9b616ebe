import type { Page } from '@playwright/test'
import { openHome } from '../../support/home.ts'
import { openMatch } from '../../support/match.ts'
import { test } from '../../support/relayed.ts'
import { lookForVersion, workerReady } from '../../support/worker.ts'
import { expect } from '../../support/world.ts'

/** Keeps what the page's own scripts have set once it is read, before any other script runs. */
function keepFirst(): void {
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive')
      Object.assign(window, { atFirst: { ...document.documentElement.dataset } })
  })
}
const atFirst = (page: Page) => page.evaluate(() => (window as unknown as { atFirst: DOMStringMap }).atFirst)
const WITHOUT_HASHES = { 'content-security-policy': "script-src 'self'" }
const servedByWorker = () =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).workerStart > 0

test('on a second visit, the first paint and the chosen theme appear as fast as on the first', async ({
  page,
  world,
}) => {
  const match = await world.build()
  await page.addInitScript(keepFirst)
  await openHome(page)
  expect(await atFirst(page)).toMatchObject({ first: 'home' })
  await page.evaluate(() => localStorage.setItem('tribune-theme', 'dark'))
  await workerReady(page)
  await openHome(page)
  expect(await page.evaluate(servedByWorker)).toBe(true)
  expect(await atFirst(page)).toMatchObject({ first: 'home', theme: 'dark' })
  await openMatch(page, match.id)
  expect(await page.evaluate(servedByWorker)).toBe(true)
  expect(await atFirst(page)).toMatchObject({ first: 'match', theme: 'dark' })
})

test('a page cached under an older policy is replaced when the policy changes', async ({ page, relay, complaints }) => {
  complaints.allow(
    // The cached page is under a policy that stops its own scripts.
    /violates the following Content Security Policy directive/,
    // A page that opens while Chromium replaces its worker may lose its first files. It reloads by itself, as in start.spec.ts.
    /^ERR_FAILED \/assets\//,
  )
  const forgetHashes = relay.rewrite(/^\/index\.html$/, (_path, body) => body, WITHOUT_HASHES)
  const olderWorker = relay.rewrite(/^\/sw\.js$/, (_path, body) =>
    body.replace(/(url:`\/index\.html`,revision:`)/, '$1older-'),
  )
  await page.goto(relay.url)
  await workerReady(page)
  await page.addInitScript(keepFirst)
  await page.reload()
  expect(await atFirst(page)).toEqual({})

  forgetHashes()
  olderWorker()
  await lookForVersion(page, 'waiting')
  // A waiting worker takes over once the last page is closed.
  const context = page.context()
  await expect(async () => {
    for (const former of context.pages()) await former.close()
    const next = await context.newPage()
    await next.addInitScript(keepFirst)
    await next.goto(relay.url)
    expect(await atFirst(next)).toMatchObject({ first: 'home' })
  }).toPass()
  const [latest = page] = context.pages()
  await expect(latest.locator('main a[href^="/match/"]').first()).toBeVisible()
})
