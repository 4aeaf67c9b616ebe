import type { Locator, Page } from '@playwright/test'
import { DOUBLE_TAP_MS } from '@tribune/domain/refresh.ts'
import { expect } from './world.ts'

/** A player in the list of a match. */
export function row(page: Page, playerId: number): Locator {
  return page.locator(`[data-player="${playerId}"]`)
}

/** The row itself: a tap places the player. */
export function target(page: Page, playerId: number): Locator {
  return row(page, playerId).getByRole('button').first()
}

export async function openMatch(page: Page, id: number): Promise<void> {
  await page.goto(`/match/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
}

/** As long as a finger takes: a quicker second tap is nobody's where another row has slid under it. */
export async function betweenTaps(page: Page): Promise<void> {
  const now = () => page.evaluate<number>('performance.now()')
  const tapped = await now()
  await expect.poll(now).toBeGreaterThan(tapped + DOUBLE_TAP_MS)
}

/** Picks players, or drops them, by key, which knows no double tap. */
export async function choose(page: Page, ...playerIds: number[]): Promise<void> {
  for (const id of playerIds) await target(page, id).press('Enter')
}
