import type { Page } from '@playwright/test'
import { TOAST_MS } from '../../../web/src/lib/limits.ts'
import { castBallot } from '../../support/api.ts'
import { cardOf, competition, headings, openHome } from '../../support/home.ts'
import { choose, openMatch } from '../../support/match.ts'
import { NAMES } from '../../support/samples.ts'
import { button, join, PASSWORD } from '../../support/sign-in.ts'
import { storedOnPhone } from '../../support/worker.ts'
import { expect, test } from '../../support/world.ts'

const star = (page: Page, name: string) => button(page, `Suivre ${name}`)
const own = (page: Page) => page.getByRole('region', { name: 'Mes clubs', exact: true })
const isOn = (page: Page, name: string, on = true) =>
  expect(star(page, name)).toHaveAttribute('aria-pressed', String(on))

test('a visitor follows a club, signs up, and finds it first on another phone', async ({ page, world, browser }) => {
  const match = await world.build({ ...competition(), home: 'Étoile Montrevel', away: 'US Lignane' })
  await openMatch(page, match.id)
  await star(page, 'Étoile Montrevel').click()
  await isOn(page, 'Étoile Montrevel')
  await isOn(page, 'US Lignane', false)
  await page.goto('/')
  await expect(own(page).locator(`a[href="/match/${match.id}"]`)).toBeVisible()
  await expect(headings(page).first()).toHaveText('Mes clubs')
  await expect(cardOf(page, match.id)).toHaveCount(1)

  const email = await join(page, world)
  await expect(star(page, 'Étoile Montrevel')).toBeVisible()
  const elsewhere = await (await browser.newContext({ baseURL: world.url })).newPage()
  await elsewhere.request.post('/api/auth/sign-in/email', {
    headers: { origin: world.url },
    data: { email, password: PASSWORD },
  })
  await elsewhere.goto('/profile')
  await isOn(elsewhere, 'Étoile Montrevel')
  await elsewhere.goto('/')
  await expect(own(elsewhere).locator(`a[href="/match/${match.id}"]`)).toBeVisible()
  await elsewhere.goto('/profile')
  await button(elsewhere, 'Se déconnecter').click()
  await expect(button(elsewhere, 'Se connecter')).toBeVisible()
  await openHome(elsewhere)
  await expect(own(elsewhere)).toHaveCount(0)
  expect(await storedOnPhone(elsewhere, 'tribune-follows')).toBeNull()
  await elsewhere.context().close()
})

test('a fan who has voted three times before is not asked', async ({ page, world }) => {
  const fan = await world.signIn(page)
  for (let vote = 0; vote < 3; vote += 1) {
    const before = await world.build({ names: NAMES })
    await castBallot(world, fan.cookie, before.id, before.playerIds.slice(0, 3))
  }
  const match = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await page.clock.install()
  await openMatch(page, match.id)
  await choose(page, ...match.playerIds.slice(0, 3))
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
  await page.clock.fastForward(TOAST_MS.complete)
  expect(await storedOnPhone(page, 'tribune-follow-asked')).toBeNull()
  await expect(page.getByRole('region', { name: /^Suivre / })).toHaveCount(0)
})
