import { competition, hold, openHome, rows, scrolled } from '../../support/home.ts'
import { row } from '../../support/match.ts'
import { expectStill, fontDrawn, watchShifts, watchShiftsFromNow } from '../../support/shifts.ts'
import { eachOf, expect, test } from '../../support/world.ts'

/** The code of the screen. */
const CODE = '**/assets/match-page-*.js'
const SCREEN = '**/api/rpc/get_match_screen**'

test('the address of a match that there is not says so, and leads home', async ({ page, complaints }) => {
  complaints.allow(/^404 \/match\//, /^40[04] \/api\/rpc\/get_match_screen\?match_id=\d+$/)
  await eachOf(['424242', 'abc', '999999999999999999999', '0', '-1', '%F0%9F%A6%8A'], async (id) => {
    await page.goto(`/match/${id}`)
    await expect(page.getByRole('alert')).toContainText(`Match ${decodeURIComponent(id)} non trouvé`)
    await expect(page.getByRole('button', { name: 'Recharger la page' })).toBeVisible()
    await page.getByRole('link', { name: 'Revenir aux matchs' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('a match that cannot be loaded says why, and is there after « Réessayer »; a failed background reload changes nothing', async ({
  page,
  world,
}) => {
  const match = await world.build()
  await page.context().route(SCREEN, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('alert')).toContainText('Erreur:')
  await expect(page.getByRole('button', { name: 'Recharger la page' })).toBeVisible()
  await page.context().unroute(SCREEN)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
  await test.step('a failed background reload', async () => {
    await page.context().route(SCREEN, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Actualiser' }).click()
    await failed
    await expect(page.getByRole('button', { name: 'Actualiser' })).toBeEnabled()
    await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

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
  await openHome(page)
  await rows(page).last().scrollIntoViewIfNeeded()
  const link = rows(page).nth(9).getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(400)
  await hold(page, CODE)
  await link.click()
  await expect(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeAttached()
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect(link).toBeInViewport()
  expect(await scrolled(page)).toBe(place)
})

test('on the way from the list the board is there before the players are, and stays where it is, as a note opened meanwhile stays open', async ({
  page,
  world,
}) => {
  const cup = competition()
  const match = await world.build({ ...cup, home: 'Stade Clairmont', away: 'AS Belleroche', score: [2, 1] })
  const letIn = await hold(page, SCREEN)
  await page.goto(cup.only)
  await page.locator(`a[href="/match/${match.id}"]`).click()
  await expect(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Stade Clairmont')
  await expect(page.getByText(cup.competition)).toBeVisible()
  const board = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(board.getByRole('button', { name: 'Règles du vote' })).toBeVisible()
  const before = await board.boundingBox()
  await board.getByRole('button', { name: 'Règles du vote' }).click()
  const note = page.getByRole('dialog', { name: 'Règles du vote' })
  await expect(note).toBeVisible()
  letIn()
  await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
  expect(await board.boundingBox()).toEqual(before)
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  await expect(page.getByRole('button', { name: 'Règles du vote' })).toBeFocused()
})
