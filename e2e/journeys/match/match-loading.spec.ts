import { hold, openHome, rows, scrolled } from '../../support/home.ts'
import { row } from '../../support/match.ts'
import { expectStill, fontDrawn, watchShifts, watchShiftsFromNow } from '../../support/shifts.ts'
import { expect, test } from '../../support/world.ts'

/** The code of the screen. */
const CODE = '**/assets/match-page-*.js'
const SCREEN = '**/api/rpc/get_match_screen**'

test('while it loads, the match has a skeleton of its shape, and nothing shifts afterwards', async ({
  page,
  world,
}) => {
  const match = await world.build({ home: 'Stade Clairmont', away: 'AS Belleroche' })
  const shifts = await watchShifts(page)
  const letIn = await hold(page, SCREEN)
  await page.goto(`/match/${match.id}`)
  const loading = page.getByRole('status').filter({ hasText: 'Chargement…' })
  await expect(loading).toBeVisible()
  await expect(page.locator('.first-paint')).toHaveCount(0)
  const firstRow = page.locator('[data-row]').first()
  const shape = await firstRow.boundingBox()
  await fontDrawn(page)
  await expectStill(shifts, 0.001)
  const later = await watchShiftsFromNow(page)
  letIn()
  await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
  const real = await page.locator('[data-player]').first().boundingBox()
  expect(Math.abs((real?.y ?? 0) - (shape?.y ?? 0))).toBeLessThanOrEqual(4)
  expect(Math.abs((real?.height ?? 0) - (shape?.height ?? 0))).toBeLessThanOrEqual(2)
  await expectStill(later)
})

test('a fan who goes back before a match has come finds the place they left, and the screen that stood in began at its top', async ({
  page,
}) => {
  // Before the worker, which fetches the code of every screen, or a finger near the link asks for it.
  await hold(page, CODE)
  await openHome(page)
  // A match that another journey adds may take the place of the last one.
  await expect(() => rows(page).last().scrollIntoViewIfNeeded()).toPass()
  const link = rows(page).nth(9).getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(400)
  await link.click()
  await expect(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeAttached()
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect(link).toBeInViewport()
  expect(await scrolled(page)).toBe(place)
})
