import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, ViewportSize } from '@playwright/test'
import type axe from 'axe-core'
import { PHONE, RULES_OF_COLOUR, SMALL_PHONE, THEMES } from './samples.ts'
import { expect, test } from './world.ts'

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

/** Expects no accessibility violation on the page as it is now, in either theme or in those given. `state` names it in the error. */
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

/** Runs axe in the page itself, which is much cheaper than in a blank page beside it; our screens have no frames. */
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

/** A state of a screen: its name, its path, a sentence that identifies it, and the preparation that it needs. */
export type ScreenState = readonly [
  name: string,
  path: string,
  sentence: string,
  prepare: (page: Page) => Promise<unknown>,
]

/**
 * Makes one walk through the states of a screen, a step each: no accessibility violation, and nothing wider than a small phone. Each begins without
 * the routes of the former; what the service worker has stored stays, so that a state of loading comes first.
 */
export function testStates(screen: string, states: readonly ScreenState[]): void {
  test(`no state of ${screen} has an accessibility violation, and all fit a small phone`, async ({ page }) => {
    const size = page.viewportSize() ?? PHONE
    for (const [name, path, sentence, prepare] of states) {
      await test.step(name, async () => {
        await page.context().unrouteAll({ behavior: 'ignoreErrors' })
        await page.setViewportSize(size)
        await prepare(page)
        await page.goto(path)
        // The app's own screen, not the prerendered shape.
        await expect(page.locator('.first-paint')).toHaveCount(0)
        await expect(page.getByRole('main').getByText(sentence).first()).toBeAttached({ timeout: 30_000 })
        await expectNoViolation(page, name)
        await expectToFit(page, SMALL_PHONE)
      })
    }
  })
}
