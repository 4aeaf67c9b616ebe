import type { Page } from '@playwright/test'
import { expect, test } from '../../support/world.ts'

const SCRIPT = '**/assets/preact-*.js'
const REFUSAL = 'Tribune n’a pas pu démarrer'

/** Loses a script of the app in the first `lost` loads of the page; returns how often the page was loaded. */
async function loseScript(page: Page, lost: number): Promise<() => number> {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.context().route(SCRIPT, (route) => (loads > lost ? route.continue() : route.abort()))
  return () => loads
}

test('the app starts although the network loses one of its files', async ({ page, world }) => {
  const match = await world.build()
  const loads = await loseScript(page, 1)
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads()).toBe(2)
})

test('without one of its files the app offers to reload the page, and starts once the network is back', async ({
  page,
}) => {
  const loads = await loseScript(page, 2)
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText(REFUSAL)
  expect(loads()).toBe(2)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.locator('main a[href^="/match/"]').first()).toBeVisible()
  await expect(page.getByText(REFUSAL)).toBeHidden()
})
