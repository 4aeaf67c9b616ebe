import type { Page } from '@playwright/test'
import { signIn } from './api.ts'
import { expect, type World } from './world.ts'

/** Expressions for the page: it has a browser's names, the tests do not. */
const READS = "caches.open('tribune-reads').then((cache) => cache.keys())"
const KEPT = `(async () => {
  const kept = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (new URL(request.url).pathname.startsWith('/assets/')) continue
      kept.push({ url: request.url, body: await (await cache.match(request)).text() })
    }
  }
  return kept
})()`
const WATCH_SHIFTS = `new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) shifts.push(value)
}).observe({ type: 'layout-shift' })`

/** Waits until the service worker holds the page, as it does for all who have been here before. */
export function workerInControl(page: Page): Promise<void> {
  return becomesTrue(page, 'navigator.serviceWorker.controller !== null')
}

/** Waits until the service worker holds the page, and has written down a read whose address has `part` in it. */
export async function workerReady(page: Page, part = 'get_home_matches'): Promise<void> {
  await workerInControl(page)
  await becomesTrue(page, `${READS}.then((kept) => kept.some(({ url }) => url.includes('${part}')))`)
}

/** Asks until it is so; the page's own content policy forbids it to ask itself. */
async function becomesTrue(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression)).toBe(true)
}

/** All that the worker keeps, the app's own scripts aside. */
export function keptInStores(page: Page): Promise<{ url: string; body: string }[]> {
  return page.evaluate(KEPT)
}

/** Has the browser look for another build of the worker; `settled` is what to wait for then, of the registration. */
export async function lookForVersion(page: Page, settled: string): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())')
  await becomesTrue(page, `navigator.serviceWorker.getRegistration().then((registration) => ${settled})`)
}

/** Begins to listen for elements that move; gives how far they did so far. */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(`window.shifts = []; ${WATCH_SHIFTS}`)
  return () => page.evaluate('shifts')
}

/** Leaves a mark that goes when the page is loaded anew; gives whether it is still there. */
export async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate('window.marked = true')
  return () => page.evaluate("'marked' in window")
}

/** The world's fan, signed in on this page's browser without the sign-in screens. */
export async function signInFan(page: Page, world: World): Promise<void> {
  const cookies = (await signIn(world, world.fan)).split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split('=', 2)
    return { name, value, url: world.url }
  })
  await page.context().addCookies(cookies)
}
