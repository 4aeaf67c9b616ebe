import type { Page } from '@playwright/test'
import { row, target } from '../../support/match.ts'
import { NAMES } from '../../support/samples.ts'
import { expect, test, type World } from '../../support/world.ts'

async function atMatch(page: Page, world: World) {
  await world.signIn(page)
  const match = await world.build({ names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' })
  await page.goto(`/match/${match.id}`)
  await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
  return match
}

test('a pick made far down leaves the rows above it where they are', async ({ page, world }) => {
  const { playerIds } = await atMatch(page, world)
  const [neighbour = 0, , picked = 0] = playerIds.slice(12)
  await row(page, picked).evaluate((far) => far.scrollIntoView({ block: 'center' }))
  await expect(row(page, neighbour)).toBeInViewport()
  const before = (await row(page, neighbour).boundingBox())?.y ?? 0
  await target(page, picked).tap()
  await expect(page.locator('[data-player]').first()).toHaveAttribute('data-player', String(picked))
  const after = (await row(page, neighbour).boundingBox())?.y ?? 0
  expect(Math.abs(after - before)).toBeLessThanOrEqual(1)
})

test('the second tap of a double tap does not hit the row that moved under the finger', async ({ page, world }) => {
  const { playerIds } = await atMatch(page, world)
  const [picked = 0] = playerIds.slice(14)
  await row(page, picked).evaluate((far) => far.scrollIntoView({ block: 'center' }))
  await expect(row(page, picked)).toBeInViewport()
  const box = await target(page, picked).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 20]
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
  await expect(page.locator('[data-player]').first()).toHaveAttribute('data-player', String(picked))
  await expect(page.getByRole('region', { name: 'Mon podium' })).toContainText('1/3')
  await expect(page.locator('[data-player] [aria-pressed="true"]')).toHaveCount(1)
})
