import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

export const THEMES = ['dark', 'light'] as const
export const SMALL_PHONE = { width: 320, height: 640 }

/** No accessibility violation on what the page shows now. `state` names it where there is one. */
export async function expectNoViolation(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
}

/** A state of a screen: its name, its address, the sentence by which it is known, and what brings it about. */
export type ScreenState = readonly [
  name: string,
  path: string,
  sentence: string,
  prepare: (page: Page) => Promise<unknown>,
]

/** A test for each state in each theme: no accessibility violation, and nothing wider than a small phone. */
export function testStates(states: readonly ScreenState[]): void {
  for (const theme of THEMES) {
    for (const [name, path, sentence, prepare] of states) {
      test(`${name} has no accessibility violation in the ${theme} theme, and fits a small phone`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await prepare(page)
        await page.goto(path)
        // The app's own screen, not its shape in the page.
        await expect(page.locator('.first-paint')).toHaveCount(0)
        await expect(page.getByRole('main').getByText(sentence).first()).toBeAttached({ timeout: 30_000 })
        await expectNoViolation(page, name)
        await page.setViewportSize(SMALL_PHONE)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(SMALL_PHONE.width)
      })
    }
  }
}
