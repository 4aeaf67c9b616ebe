import type { Page } from '@playwright/test'
import { expect, test } from '../../support/world.ts'

const SCRIPT = '**/assets/react-*.js'
const REFUSAL = 'Tribune n’a pas pu démarrer'

/** Loses a script of the app the first `times` that it is fetched, and returns how often it was. */
async function loseScript(page: Page, times: number): Promise<() => number> {
  let fetched = 0
  await page.context().route(SCRIPT, (route) => (++fetched > times ? route.continue() : route.abort()))
  return () => fetched
}

test('the app starts although the network loses one of its files', async ({ page, world }) => {
  const match = await world.build()
  const fetched = await loseScript(page, 1)
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(fetched()).toBe(2)
})

test('without one of its files the app offers to reload the page, and starts once the network is back', async ({
  page,
}) => {
  const fetched = await loseScript(page, 2)
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText(REFUSAL)
  expect(fetched()).toBe(2)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.locator('main a[href^="/match/"]').first()).toBeVisible()
  await expect(page.getByText(REFUSAL)).toBeHidden()
})
