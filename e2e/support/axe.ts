import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, ViewportSize } from '@playwright/test'
import type axe from 'axe-core'
import { RULES_OF_COLOUR, THEMES } from './samples.ts'
import { expect } from './world.ts'

type Themes = readonly (typeof THEMES)[number][]

/** Minified: its source is sent to every page that is looked at. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Resolves when nothing fades or slides any more; what moves for ever is left out. */
async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Expects no accessibility violation on the current page, in both themes or in those given. `state` names it in the error. */
export async function expectNoViolation(page: Page, state: string, themes: Themes = THEMES): Promise<void> {
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    await animationsEnded(page)
    const found = await violationsOf(page, index === 0 ? null : [...RULES_OF_COLOUR])
    expect(found.map(({ id, html }) => `${state}, ${colorScheme}: ${id} ${html}`)).toEqual([])
  }
}

/** Expects nothing to be wider than the page, which is first given `size` if there is one. A size is taken over a frame later, so it is waited for. */
export async function expectToFit(page: Page, size?: ViewportSize): Promise<void> {
  if (size !== undefined) await page.setViewportSize(size)
  const width = page.viewportSize()?.width ?? 0
  const taken = () => page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth))
  await expect.poll(taken, `the width of ${new URL(page.url()).pathname}`).toBe(width)
}

/** Runs axe in the page itself, which is much cheaper than in a blank page next to it; our screens have no frames. */
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
