import type { Page } from '@playwright/test'
import { atMatch, podium, target } from '../../support/match.ts'
import { expect, test } from '../../support/world.ts'

const isPicked = (page: Page, playerId: number, picked = true) =>
  expect(target(page, playerId)).toHaveAttribute('aria-pressed', String(picked))

test('three taps make a vote, each saved with its toast, the podium shows who is where, and confetti fly', async ({
  page,
  world,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { a, b, c } = await atMatch(page, world)
  await expect(podium(page)).toContainText('0/3')
  await target(page, a).click()
  await expect(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
  await target(page, b).click()
  await expect(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await target(page, c).click()
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect(page.locator('body > canvas')).toBeVisible()
  await expect(page.getByText('Vote effectué ! Changer mon vote')).toBeAttached()
  await expect(page.getByText('Ton podium\u00a0: 1er Éloi Vasseur, 2e Tomàs Brunel, 3e Ilian Costa.')).toBeAttached()
  await page.reload()
  for (const player of [a, b, c]) await isPicked(page, player)
})

test('a tap signed out is taken up in the tab that the mail’s link opens', async ({ page, world }) => {
  const match = await world.build()
  await page.goto(`/match/${match.id}`)
  const player = match.playerIds[4] ?? 0
  await target(page, player).click()
  const window = page.getByRole('dialog', { name: 'Connecte-toi pour voter' })
  await expect(window).toBeVisible()
  // The first tab is behind from now on, which no tab of a headless browser is, and saves nothing.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.route('**/api/votes/*', (route) => (route.request().method() === 'PUT' ? undefined : route.fallback()))
  const other = await page.context().newPage()
  await world.signIn(other)
  await other.goto('/profile')
  await expect(window).toBeHidden()
  await other.goto(`/match/${match.id}`)
  await isPicked(other, player)
  await expect(podium(other)).toContainText('1/3')
})
