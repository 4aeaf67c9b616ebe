import axe from 'axe-core'
import { expect } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { RULES_OF_COLOUR, THEMES } from '../../support/samples.ts'

type Themes = readonly (typeof THEMES)[number][]

/** Expects no accessibility violation on the current screen, or in `part` of it, in each of `themes`. `state` names the screen in the error. */
export async function expectNoViolation(state: string, themes: Themes = THEMES, part?: Locator): Promise<void> {
  const looked = (await part?.findElement()) ?? document
  for (const [index, colorScheme] of themes.entries()) {
    await commands.emulate({ colorScheme })
    await animationsEnded()
    const { violations } = await axe.run(looked, {
      resultTypes: ['violations'],
      ...(index === 0 ? {} : { runOnly: { type: 'rule', values: [...RULES_OF_COLOUR] } }),
    })
    const found = violations.map(({ id, nodes }) => `${state}, ${colorScheme}: ${id} ${nodes[0]?.html}`)
    expect(found).toEqual([])
  }
}

/** Resolves when all animations have ended, except endless ones. */
async function animationsEnded(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

/** Sets the viewport to `size`, if given, and expects the page to be no wider than the viewport. */
export async function expectToFit(size?: { readonly width: number; readonly height: number }): Promise<void> {
  if (size !== undefined) await page.viewport(size.width, size.height)
  const width = size?.width ?? window.innerWidth
  const taken = () => Math.max(window.innerWidth, document.documentElement.scrollWidth)
  await expect.poll(taken, { message: `the width of ${location.pathname}` }).toBe(width)
}
