import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** Expressions evaluated in the page, as text, so that one can be part of another. */
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

/** Waits until the service worker controls the page, as for a returning fan. */
export function workerInControl(page: Page): Promise<void> {
  return becomesTrue(page, 'navigator.serviceWorker.controller !== null')
}

/** Waits until the service worker controls the page, and has cached a read whose URL contains `part`. */
export async function workerReady(page: Page, part = 'get_home_matches'): Promise<void> {
  await workerInControl(page)
  await becomesTrue(page, `${READS}.then((kept) => kept.some(({ url }) => url.includes('${part}')))`)
}

/** Polls until an expression is true, from the test: the page's content policy forbids `waitForFunction`. */
async function becomesTrue(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression)).toBe(true)
}

/**
 * Stops the workers, as a browser stops an idle one after half a minute. Under a debugger none counts as idle, and a version that was asked to go while
 * it was busy stays for minutes.
 */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** Everything that the worker caches, except the app's own scripts. */
export function keptInStores(page: Page): Promise<{ url: string; body: string }[]> {
  return page.evaluate(KEPT)
}

/** Makes the browser check for a new worker; `settled` is the condition on the registration to wait for. */
export async function lookForVersion(page: Page, settled: string): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())')
  await becomesTrue(page, `navigator.serviceWorker.getRegistration().then((registration) => ${settled})`)
}

/** Marks the page; returns a function that tells whether it has not been reloaded since. */
export async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate('window.marked = true')
  return () => page.evaluate("'marked' in window")
}
