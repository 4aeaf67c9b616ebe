import type { Locator, Page } from '@playwright/test'
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
