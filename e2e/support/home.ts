import type { Locator, Page } from '@playwright/test'
import { expect } from './world.ts'

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
