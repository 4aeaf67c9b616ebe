import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** Waits until the service worker controls the page, as for a returning fan. */
export async function workerInControl(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Waits until the service worker controls the page, and has cached a read whose URL contains `part`. */
export async function workerReady(page: Page, part = 'get_home_matches'): Promise<void> {
  await workerInControl(page)
  const isCached = () =>
    page.evaluate(async (wanted) => {
      const cache = await caches.open('tribune-reads')
      return (await cache.keys()).some(({ url }) => url.includes(wanted))
    }, part)
  await expect.poll(isCached).toBe(true)
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

/**
 * Ends the app on a page without a network, before a start from another. Closing the page instead would give its process, which all pages share, the
 * network back.
 */
export async function leaveApp(page: Page): Promise<void> {
  await page.goto('about:blank')
}

/** Everything that the worker caches, except the app's own scripts. */
export function cachedAnswers(page: Page): Promise<{ url: string; body: string }[]> {
  return page.evaluate(async () => {
    const cached: { url: string; body: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (new URL(request.url).pathname.startsWith('/assets/')) continue
        cached.push({ url: request.url, body: (await (await cache.match(request))?.text()) ?? '' })
      }
    }
    return cached
  })
}

/** Returns the value that the page stores on the phone under a name, or null. */
export function storedOnPhone(page: Page, name: string): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), name)
}

/**
 * Makes the browser check for a new worker, and waits until one is `waiting`, or until the registration is `gone`. One that is to go takes over at once,
 * but for a former one that still fetches: that one is stopped.
 */
export async function lookForVersion(page: Page, settled: 'waiting' | 'gone'): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      if (registration === undefined) return 'gone'
      return registration.waiting === null ? 'current' : 'waiting'
    })
  const look = async () => {
    const now = await state()
    if (settled === 'gone' && now === 'waiting') await stopWorkers(page)
    return now
  }
  await expect.poll(look).toBe(settled)
}

/** Marks the page; returns a function that returns whether it has not been reloaded since. */
export async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    Object.assign(window, { marked: true })
  })
  return () => page.evaluate(() => 'marked' in window)
}
