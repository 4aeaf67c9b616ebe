import { hold, rows } from '../../support/home.ts'
import { expectStill, fontDrawn, watchShiftsFromNow } from '../../support/shifts.ts'
import { expect, test } from '../../support/world.ts'

test('a font that loads late shifts nothing', async ({ page }) => {
  const release = await hold(page, /\.woff2$/)
  // The page counts as loaded only with its font.
  await page.goto('/', { waitUntil: 'commit' })
  await expect(rows(page).first()).toBeVisible()
  const shifts = await watchShiftsFromNow(page)
  release()
  await fontDrawn(page)
  await expectStill(shifts, 0.001)
})

test('a font that loads late does not move the navigation of a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const release = await hold(page, /\.woff2$/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(rows(page).first()).toBeVisible()
  const places = () => page.locator('nav li').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().left))
  const before = await places()
  release()
  await fontDrawn(page)
  const moves = (await places()).map((left, index) => Math.abs(left - (before[index] ?? 0)))
  // Browsers do not count shifts below three pixels.
  expect(Math.max(...moves)).toBeLessThan(3)
})
