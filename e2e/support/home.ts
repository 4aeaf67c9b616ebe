import type { Locator, Page } from '@playwright/test'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { HOME_ADDRESS } from './api.ts'
import { HOME_READ } from './samples.ts'
import { expect } from './world.ts'

/** Each test has its own competition, so that it sees only its own matches. */
let lastCompetition = 880_000
export function competition(): { competitionId: number; competition: string; only: string } {
  lastCompetition += 1
  return { competitionId: lastCompetition, competition: `Coupe ${lastCompetition}`, only: `/?c=${lastCompetition}` }
}

export function cardOf(page: Page, id: number): Locator {
  return rows(page).filter({ has: page.locator(`a[href="/match/${id}"]`) })
}

export function headings(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 2 })
}

export function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY)
}

export function scrollPage(page: Page, top: number): Promise<void> {
  return page.evaluate((pixels) => window.scrollTo(0, pixels), top)
}

/** Matches on the home list, drawn as cards or as rows. */
export function rows(page: Page): Locator {
  return page.locator('#matchs section li').filter({ has: page.locator('a[href^="/match/"]') })
}

export async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await expect(rows(page).first()).toBeVisible()
}

/** The list as the server returns it to this page. */
export async function homeAnswers(page: Page): Promise<HomeFixture[]> {
  const answer = await page.request.get(HOME_ADDRESS)
  return ((await answer.json()) as { items: HomeFixture[] }).items
}

/** Removes some matches from the list from now on, as on a day without them. */
export async function leaveOut(page: Page, missing: (match: HomeFixture) => boolean): Promise<void> {
  await page.context().route(HOME_READ, async (route) => {
    const answer = await route.fetch()
    const { items } = (await answer.json()) as { items: HomeFixture[] }
    await route.fulfill({ response: answer, json: { items: items.filter((match) => !missing(match)) } })
  })
}

/** Holds requests to a URL; returns a function that releases them. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.context().route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Counts requests to a URL from now on. */
export function countReads(page: Page, address: string): { count: number } {
  const reads = { count: 0 }
  page.on('request', (request) => {
    if (request.url().includes(address)) reads.count += 1
  })
  return reads
}

/** Records vibrations; call before the page is opened. Returns a function that reads them. */
export async function countVibrations(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const vibrations: VibratePattern[] = []
    Object.assign(window, { vibrations })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: VibratePattern) => vibrations.push(pattern) > 0 })
  })
  return () => page.evaluate(() => (window as unknown as { vibrations: unknown[] }).vibrations)
}

/** Drags a finger from near the top down by some pixels, and lifts it after `held`. */
export async function pull(page: Page, pixels: number, held?: () => Promise<unknown>): Promise<void> {
  const [x, top] = [40, 20]
  const client = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  await send('touchStart', top)
  for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', top + pixels * share)
  try {
    await held?.()
  } finally {
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await client.detach()
  }
}
