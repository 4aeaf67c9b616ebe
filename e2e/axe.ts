import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './world.ts'

export const THEMES = ['dark', 'light'] as const

/** No accessibility violation on what the page shows now. `state` names it where there is one. */
export async function expectNoViolation(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
}
