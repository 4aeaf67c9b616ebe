import type { Page } from '@playwright/test'
import { button } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

// A product that has what others have not: an organisation that signs in over SAML, and the proof of work.
test.use({ worldOf: 'configured' })

/** At the organisation: its form, the one with its answer, and then ours, which sends itself. */
async function sayWho(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Organisation', exact: true })).toBeVisible()
  await page.getByLabel('Adresse').fill(email)
  await button(page, 'Continuer').click()
  await expect(page.getByRole('heading', { name: 'Bienvenue' })).toBeVisible()
  await button(page, 'Continuer').click()
}

test('a member of the organisation signs in at a match and the tapped vote arrives; an address of another domain sees why it is refused', async ({
  page,
  world,
}) => {
  await test.step('another domain', async () => {
    await page.goto('/profile')
    await button(page, 'Continuer avec mon organisation').click()
    await sayWho(page, 'voisin@ailleurs.invalid')
    await expect(page.getByText('cette adresse n’est pas celle de ton organisation.')).toBeVisible()
    await expect(page).not.toHaveURL(/error/)
  })
  await test.step('of the organisation', async () => {
    const match = await world.build({ names: ['Basile Courbet'] })
    await page.goto(`/match/${match.id}`)
    await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
    await button(page, 'Continuer avec mon organisation').click()
    await sayWho(page, 'salariee@supporters.invalid')
    await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
    await expect(page.getByText('1/3').first()).toBeVisible()
    await page.getByRole('link', { name: 'Profil', exact: true }).click()
    await expect(page.getByText('salariee@supporters.invalid')).toBeVisible()
    await expect(button(page, 'Retirer Mon organisation')).toBeVisible()
  })
})

test('work begins with the form, is ready before the fan has typed, and pays for the link', async ({ page, world }) => {
  const worker = page.waitForEvent('worker')
  await page.goto('/profile')
  expect((await worker).url()).toContain('/assets/work-worker-')
  await page.getByLabel('Adresse e-mail').fill('preuve@supporters.invalid')
  const sent = page.waitForRequest('**/api/auth/sign-in/magic-link')
  await button(page, 'Recevoir mon code').click()
  expect((await sent).headers()['x-captcha-response']).toMatch(/^[\w+/]+=*$/)
  const { links } = await world.mailTo('preuve@supporters.invalid')
  expect(links).not.toEqual([])
})
