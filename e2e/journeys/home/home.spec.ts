import type { Page } from '@playwright/test'
import { hold, openHome, rows, scrolled } from '../../support/home.ts'
import { expectStill, fontDrawn, watchShiftsFromNow } from '../../support/shifts.ts'
import { expect, test } from '../../support/world.ts'

const box = (page: Page) => page.getByRole('searchbox')

test('the filter and the scroll position are restored after a match, and after a reload', async ({ page }) => {
  await openHome(page)
  await box(page).fill('a')
  await expect(page).toHaveURL(/q=a/)
  for (let drawn = 0; drawn <= 100; ) {
    drawn = await rows(page).count()
    await rows(page).last().scrollIntoViewIfNeeded()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(drawn)
  }
  const link = rows(page).nth(100).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const address = await link.getAttribute('href')
  const place = await scrolled(page)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await page.goBack()
  await expect(page.locator(`a[href="${address}"]`)).toBeInViewport()
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThan(200)
  await expect(box(page).first()).toHaveValue('a')
  await page.reload()
  await expect(box(page).first()).toHaveValue('a')
  await page.getByRole('link', { name: 'Accueil' }).click()
  await expect(box(page).first()).toHaveValue('')
})

test('a font that comes late moves nothing', async ({ page }) => {
  const letIn = await hold(page, /\.woff2$/)
  // The page counts as loaded only with its font.
  await page.goto('/', { waitUntil: 'commit' })
  await expect(rows(page).first()).toBeVisible()
  const shifts = await watchShiftsFromNow(page)
  letIn()
  await fontDrawn(page)
  await expectStill(shifts, 0.001)
})

test('a font that comes late leaves the navigation of a wide screen where it is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const letIn = await hold(page, /\.woff2$/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(rows(page).first()).toBeVisible()
  const places = () => page.locator('nav li').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().left))
  const before = await places()
  letIn()
  await fontDrawn(page)
  const moves = (await places()).map((left, index) => Math.abs(left - (before[index] ?? 0)))
  // Browsers count no shift below three pixels.
  expect(Math.max(...moves)).toBeLessThan(3)
})
