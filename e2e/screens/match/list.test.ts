import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP } from '../../support/samples.ts'
import { expectToFit } from '../support/axe.ts'
import { expectCount, press, tapAt } from '../support/screen.ts'
import {
  atMatch,
  button,
  dialog,
  expectPicked,
  expectSaved,
  podium,
  row,
  rows,
  scrollTo,
  target,
} from '../support/voting.ts'

let playerIds: readonly number[] = []

beforeEach(async () => {
  ;({ playerIds } = await atMatch())
})

/** Expects an element to be in the part of the list that no bar covers. */
function expectClearOfBars(focused: Element | null): void {
  const { top, bottom } = focused?.getBoundingClientRect() ?? { top: Number.NaN, bottom: Number.NaN }
  const head = document.querySelector('main header')?.getBoundingClientRect().bottom
  const podium = document.querySelector('section[aria-label="Mon podium"]')?.getBoundingClientRect()
  const isInOwnColumn = (podium?.right ?? Number.NaN) <= (focused?.getBoundingClientRect().left ?? Number.NaN)
  const foot = isInOwnColumn ? document.querySelector('nav')?.getBoundingClientRect().top : podium?.top
  expect(top).toBeGreaterThanOrEqual(head ?? Number.NaN)
  expect(bottom).toBeLessThanOrEqual(foot ?? Number.NaN)
}

test('a complete vote by keyboard: the focus stays with its player, in sight, and returns from the dialog', async () => {
  const [, , c = 0] = playerIds
  const [far = 0, farther = 0] = playerIds.slice(14)
  for (const player of [far, farther]) {
    await press(target(player), '{Enter}')
    await expect.element(target(player)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(target(player)).toHaveFocus()
    expectClearOfBars(target(player).element())
  }
  await press(row(c).getByRole('button', { name: 'Choisir une place pour Ilian Costa' }), '{Enter}')
  const choice = dialog('Quelle place pour Ilian Costa\u202f?')
  await expect.element(choice).toBeVisible()
  await press(choice.getByRole('button', { name: '3e, place libre' }), '{Enter}')
  await expect.element(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect.element(row(c).getByRole('button', { name: /^Choisir une place/ })).toHaveFocus()
  await press(target(far), ' ')
  await press(dialog().getByRole('button', { name: 'Retirer du podium' }), '{Enter}')
  await expect.element(target(far)).toHaveAttribute('aria-pressed', 'false')
  await expect.element(target(far)).toHaveFocus()
  expectClearOfBars(target(far).element())
})

test('tabbing through the list never puts the focus under a bar', async () => {
  ;(target(playerIds[0] ?? 0).element() as HTMLElement).focus()
  for (let step = 0; step < 24; step += 1) {
    await userEvent.tab()
    expectClearOfBars(document.activeElement)
  }
  for (let step = 0; step < 20; step += 1) {
    await userEvent.tab({ shift: true })
    expectClearOfBars(document.activeElement)
  }
})

test('the list keeps still under the thumb, and has the picks first once the fan comes back', async () => {
  const order = () =>
    rows()
      .elements()
      .map((one) => one.getAttribute('data-player'))
  const [picked = 0, other = 0] = playerIds.slice(14)
  await expectCount(rows(), 22)
  const before = order()
  await scrollTo(row(picked))
  await expect.element(row(picked)).toBeInViewport()
  const place = () => row(picked).element().getBoundingClientRect().y
  const top = place()
  const { x, y, width, height } = target(picked).element().getBoundingClientRect()
  await tapAt(x + width / 2, y + height / 2)
  await expectPicked(picked)
  await expect.element(row(picked)).toMatchTextContent('1er')
  expect(place()).toBe(top)
  expect(order()).toEqual(before)
  await page.getByRole('tab', { name: 'AS Belleroche' }).click()
  await page.getByRole('tab', { name: 'Tous' }).click()
  await target(other).click()
  await expectPicked(other)
  expect(order()).toEqual(before)
  await expectSaved()
  await page.getByRole('link', { name: 'Points' }).click()
  await expectCount(rows(), 0)
  history.back()
  await expect.poll(() => order().slice(0, 2)).toEqual([String(picked), String(other)])
})

test('the tabs show one team, the other, or both', async () => {
  const [home = 0, away = 0] = playerIds
  await page.getByRole('tab', { name: 'AS Belleroche' }).click()
  await expect.element(row(home)).not.toBeInTheDocument()
  await expectCount(rows(), 11)
  await page.getByRole('tab', { name: 'Stade Clairmont' }).click()
  await expect.element(row(away)).not.toBeInTheDocument()
  await page.getByRole('tab', { name: 'Tous' }).click()
  await expectCount(rows(), 22)
})

test('the search finds by player or team, accents forgiven, wherever the list is', async () => {
  await scrollTo(row(playerIds[21] ?? 0))
  await button('Chercher un joueur').click()
  const box = page.getByRole('searchbox', { name: 'Chercher un joueur ou une équipe' })
  await expect.element(box).toHaveFocus()
  await box.fill('  ETIENNE ')
  await expectCount(rows(), 1)
  await expect.element(row(playerIds[4] ?? 0)).toBeInViewport()
  await expect.element(page.getByText('1\u00a0joueur dans la liste')).toBeInTheDocument()
  await box.fill('belle')
  await expectCount(rows(), 11)
  await box.fill('zidane')
  await expect.element(page.getByText('Aucun joueur trouvé pour "zidane"')).toBeVisible()
  await press(box, '{Escape}')
  await expectCount(rows(), 22)
  await expect.element(button('Chercher un joueur')).toHaveFocus()
})

test('every control of the vote has a descriptive French name', async () => {
  const [a = 0] = playerIds
  const tap = target(a)
  await expect.element(tap).toHaveAccessibleName(/^Éloi Vasseur ?, Stade Clairmont, Milieu, 90\u00a0minutes de jeu\.$/)
  await tap.click()
  await expect
    .element(tap)
    .toHaveAccessibleName(/^Éloi Vasseur ?, Stade Clairmont, Milieu, 90\u00a0minutes de jeu, 1er de ton podium\.$/)
  await expect
    .element(row(a).getByRole('button').nth(1))
    .toHaveAccessibleName(/^Choisir une place pour Éloi Vasseur ?, 1er$/)
  const places = page.getByRole('list', { name: 'Mon podium' }).getByRole('listitem')
  await expect.element(places.first().getByRole('button')).toHaveAccessibleName('1er, Éloi Vasseur\u00a0: changer')
  await expect.element(places.nth(1)).toMatchTextContent('2e, place libre')
  await expect.element(page.getByText('Ton podium\u00a0: 1er Éloi Vasseur.')).toBeInTheDocument()
})

test.each([
  ['with the keyboard open', 390, 420],
  ['on its side', 844, 390],
  ['of the smallest kind', 320, 568],
])('on a phone %s the podium stays in sight and leaves room for the list', async (_name, width, height) => {
  await page.viewport(width, height)
  await target(playerIds[3] ?? 0).click()
  await expect.element(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
  await expect.element(podium()).toBeInViewport({ ratio: 1 })
  const far = target(playerIds[12] ?? 0).element() as HTMLElement
  far.focus()
  expectClearOfBars(far)
  await expectToFit()
})

test('on a wide screen match and podium stand next to the list', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  await target(playerIds[0] ?? 0).click()
  const card = page.getByRole('list', { name: 'Mon podium' })
  const left = (await card.findElement()).getBoundingClientRect()
  const right = row(playerIds[0] ?? 0)
    .element()
    .getBoundingClientRect()
  expect(left.right).toBeLessThan(right.x)
  await scrollTo(row(playerIds[21] ?? 0))
  await expect.element(card).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('searchbox', { name: 'Chercher un joueur ou une équipe' })).toBeInViewport()
})
