import type { Locator, Page } from '@playwright/test'
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
