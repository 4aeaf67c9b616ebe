import type { Page } from '@playwright/test'
import { cardOf, competition, headings, openHome } from '../../support/home.ts'
import { openMatch } from '../../support/match.ts'
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
