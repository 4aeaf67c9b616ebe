import type { Page } from '@playwright/test'
import { openMatch, target } from '../../support/match.ts'
import { button, join, signInWithPassword } from '../../support/sign-in.ts'
import { storedOnPhone } from '../../support/worker.ts'
import { expect, test, type World } from '../../support/world.ts'

const kind = (page: Page) => page.getByRole('checkbox', { name: /^Le vote est ouvert/ })

/** Waits until the page follows its session, which no first screen waits for. */
const isFollowed = (page: Page) => expect.poll(() => storedOnPhone(page, 'tribune-fan')).not.toBeNull()

/** Opens the profile of a new fan, and waits until it follows the session. */
async function openProfile(page: Page, world: World) {
  const fan = await world.signIn(page)
  await page.goto('/profile')
  await expect(kind(page)).toBeVisible()
  await isFollowed(page)
  return fan
}

/** Ends the session of this browser as if from elsewhere: its page is not told. */
async function endElsewhere(page: Page): Promise<void> {
  await page.context().clearCookies()
}

test('a fan who signs out or in in one tab does so in the others', async ({ page, world }) => {
  const email = await join(page, world)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(button(other, 'Se déconnecter')).toBeVisible()
  await button(page, 'Se déconnecter').click()
  await expect(button(other, 'Se connecter')).toBeVisible()

  await signInWithPassword(page, email)
  await expect(button(page, 'Se déconnecter')).toBeVisible()
  await expect(other.getByText(email)).toBeVisible()
})

test('a call that is refused for want of a session signs the fan out on the screen, once', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^401 \/api\/me\/push/)
  await openProfile(page, world)
  await endElsewhere(page)
  const reads: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/me') && reads.push(request.url()))
  await kind(page).click()
  await expect(button(page, 'Se connecter')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(reads).toHaveLength(1)
})

test('a fan who comes back after a minute finds that their session has ended meanwhile', async ({ page, world }) => {
  await openProfile(page, world)
  await endElsewhere(page)
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 61_000
    window.dispatchEvent(new Event('focus'))
  })
  await expect(button(page, 'Se connecter')).toBeVisible()
})

test('the next fan of a page sees nothing of the former one’s', async ({ page, world, complaints }) => {
  complaints.allow(/^401 \/api\/votes\/\d+$/)
  const match = await world.build()
  const [first = 0] = match.playerIds
  await world.signIn(page)
  const followed = page.waitForResponse(/\/assets\/afterwards-/)
  await openMatch(page, match.id)
  await followed
  await page.getByRole('link', { name: 'Profil', exact: true }).click()
  await kind(page).uncheck()
  await expect(page.getByText('Cet appareil', { exact: true })).toBeVisible()
  await page.goBack()
  await endElsewhere(page)
  await target(page, first).click()
  await expect(page.getByRole('dialog', { name: 'Connecte-toi pour voter' })).toBeVisible()
  await world.signIn(page)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // As long as nothing of the next fan has been read, nothing is shown.
  const gate = Promise.withResolvers<void>()
  await page.context().route(/\/api\/me\/(?:push|sessions)$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Profil', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByText('Cet appareil', { exact: true })).toHaveCount(0)
  gate.resolve()
  await expect(kind(page)).toBeChecked()
})
