import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, ViewportSize } from '@playwright/test'
import type axe from 'axe-core'
import { RULES_OF_COLOUR, THEMES } from './samples.ts'
import { expect } from './world.ts'

type Themes = readonly (typeof THEMES)[number][]

/** Source of axe, minified because it is sent to every page under test. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Resolves when all animations and transitions, except endless ones, have ended. */
async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Expects no accessibility violation on the current page, in both themes or in those given. The error message contains `state`. */
export async function expectNoViolation(page: Page, state: string, themes: Themes = THEMES): Promise<void> {
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    await animationsEnded(page)
    const found = await violationsOf(page, index === 0 ? null : [...RULES_OF_COLOUR])
    expect(found.map(({ id, html }) => `${state}, ${colorScheme}: ${id} ${html}`)).toEqual([])
  }
}

/** Expects no content to be wider than the viewport, which is first set to `size`, if given. Polls, because a new size applies one frame later. */
export async function expectToFit(page: Page, size?: ViewportSize): Promise<void> {
  if (size !== undefined) await page.setViewportSize(size)
  const width = page.viewportSize()?.width ?? 0
  const taken = () => page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth))
  await expect.poll(taken, `the width of ${new URL(page.url()).pathname}`).toBe(width)
}

/** Runs axe in the page itself, which is much cheaper than in a separate blank page. Our screens need no other way, because they have no frames. */
async function violationsOf(page: Page, rules: string[] | null): Promise<{ id: string; html: string }[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (values) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...(values === null ? {} : { runOnly: { type: 'rule', values } }),
    })
    return violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html ?? '' }))
  }, rules)
}
