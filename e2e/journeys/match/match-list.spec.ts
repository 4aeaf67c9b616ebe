import type { Locator, Page } from '@playwright/test'
import { expectToFit } from '../../support/axe.ts'
import { row, target } from '../../support/match.ts'
import { DESKTOP, NAMES } from '../../support/samples.ts'
import { expect, test, type World } from '../../support/world.ts'

async function atMatch(page: Page, world: World) {
  await world.signIn(page)
  const match = await world.build({ names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' })
  await page.goto(`/match/${match.id}`)
  await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
  return match
}

/** Expects an element to be in the part of the list that no bar covers. All three are looked at in one round trip. */
async function clearOfBars(focused: Locator): Promise<void> {
  const { top, bottom, head, foot } = await focused.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    const head = document.querySelector('main header')?.getBoundingClientRect().bottom
    const foot = document.querySelector('section[aria-label="Mon podium"]')?.getBoundingClientRect().top
    return { top, bottom, head, foot }
  })
  expect(top).toBeGreaterThanOrEqual(head ?? Number.NaN)
  expect(bottom).toBeLessThanOrEqual(foot ?? Number.NaN)
}

test('a whole vote by keyboard alone: the focus stays with its player, in sight, and comes back from the window', async ({
  page,
  world,
}) => {
  const { playerIds } = await atMatch(page, world)
  const [, , c = 0] = playerIds
  const [far = 0, farther = 0] = playerIds.slice(14)
  for (const player of [far, farther]) {
    await target(page, player).focus()
    await page.keyboard.press('Enter')
    await expect(target(page, player)).toHaveAttribute('aria-pressed', 'true')
    await expect(target(page, player)).toBeFocused()
    await clearOfBars(target(page, player))
  }
  const opener = row(page, c).getByRole('button', { name: 'Choisir une place pour Ilian Costa' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('dialog', { name: 'Quelle place pour Ilian Costa\u202f?' })
  await expect(choice).toBeVisible()
  await choice.getByRole('button', { name: '3e, place libre' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect(row(page, c).getByRole('button', { name: /^Choisir une place/ })).toBeFocused()
  await target(page, far).focus()
  await page.keyboard.press('Space')
  await expect(target(page, far)).toHaveAttribute('aria-pressed', 'false')
  await expect(target(page, far)).toBeFocused()
  await clearOfBars(target(page, far))
})

test('tabbing through the list never puts the focus under a bar', async ({ page, world }) => {
  const { playerIds } = await atMatch(page, world)
  await target(page, playerIds[0] ?? 0).focus()
  for (let step = 0; step < 24; step += 1) {
    await page.keyboard.press('Tab')
    await clearOfBars(page.locator(':focus'))
  }
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Shift+Tab')
    await clearOfBars(page.locator(':focus'))
  }
})

test('the tabs and the floating search narrow the list, and every control of the vote has a descriptive French name', async ({
  page,
  world,
}) => {
  const { playerIds } = await atMatch(page, world)
  await test.step('the tabs show one team, the other, or both', async () => {
    const [home = 0, away = 0] = playerIds
    await page.getByRole('tab', { name: 'AS Belleroche' }).click()
    await expect(row(page, home)).toHaveCount(0)
    await expect(page.locator('[data-player]')).toHaveCount(11)
    await page.getByRole('tab', { name: 'Stade Clairmont' }).click()
    await expect(row(page, away)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Tous' }).click()
    await expect(page.locator('[data-player]')).toHaveCount(22)
  })
  await test.step('the search finds by player or team, accents forgiven, wherever the list is', async () => {
    await row(page, playerIds[21] ?? 0).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Chercher un joueur' }).click()
    const box = page.getByRole('searchbox', { name: 'Chercher un joueur ou une équipe' })
    await expect(box).toBeFocused()
    await box.fill('  ETIENNE ')
    await expect(page.locator('[data-player]')).toHaveCount(1)
    await expect(row(page, playerIds[4] ?? 0)).toBeInViewport()
    await expect(page.getByText('1\u00a0joueur dans la liste')).toBeAttached()
    await box.fill('belle')
    await expect(page.locator('[data-player]')).toHaveCount(11)
    await box.fill('zidane')
    await expect(page.getByText('Aucun joueur trouvé pour "zidane"')).toBeVisible()
    await box.press('Escape')
    await expect(page.locator('[data-player]')).toHaveCount(22)
    await expect(page.getByRole('button', { name: 'Chercher un joueur' })).toBeFocused()
  })
  await test.step('every control of the vote has a descriptive French name', async () => {
    const [a = 0] = playerIds
    const tap = target(page, a)
    await expect(tap).toHaveAccessibleName(/^Éloi Vasseur ?, Stade Clairmont, Milieu, 90\u00a0minutes de jeu\.$/)
    await tap.click()
    await expect(tap).toHaveAccessibleName(
      /^Éloi Vasseur ?, Stade Clairmont, Milieu, 90\u00a0minutes de jeu, 1er de ton podium\.$/,
    )
    await expect(row(page, a).getByRole('button').nth(1)).toHaveAccessibleName(
      /^Choisir une place pour Éloi Vasseur ?, 1er$/,
    )
    const places = page.getByRole('list', { name: 'Mon podium' }).getByRole('listitem')
    await expect(places.first().getByRole('button')).toHaveAccessibleName('1er, Éloi Vasseur\u00a0: changer')
    await expect(places.nth(1)).toContainText('2e, place libre')
    await expect(page.getByText('Ton podium\u00a0: 1er Éloi Vasseur.')).toBeAttached()
  })
})

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

const ROOMS = [
  ['with the keyboard open', { width: 390, height: 420 }],
  ['on its side', { width: 844, height: 390 }],
  ['of the smallest kind', { width: 320, height: 568 }],
] as const
test('on a phone without much room the podium stays in sight and leaves room for the list', async ({ page, world }) => {
  for (const [name, size] of ROOMS) {
    await test.step(name, async () => {
      await page.setViewportSize(size)
      const { playerIds } = await atMatch(page, world)
      await target(page, playerIds[3] ?? 0).click()
      await expect(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Mon podium' })).toBeInViewport({ ratio: 1 })
      await target(page, playerIds[12] ?? 0).focus()
      await clearOfBars(target(page, playerIds[12] ?? 0))
      await expectToFit(page)
    })
  }
})

test('on a wide screen match and podium stand beside the list', async ({ page, world }) => {
  await page.setViewportSize(DESKTOP)
  const { playerIds } = await atMatch(page, world)
  await target(page, playerIds[0] ?? 0).click()
  const card = page.getByRole('list', { name: 'Mon podium' })
  const [left, right] = await Promise.all([card.boundingBox(), row(page, playerIds[0] ?? 0).boundingBox()])
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  await row(page, playerIds[21] ?? 0).scrollIntoViewIfNeeded()
  await expect(card).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('searchbox', { name: 'Chercher un joueur ou une équipe' })).toBeInViewport()
})
