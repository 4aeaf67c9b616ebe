import type { Page } from '@playwright/test'
import { expectNoViolation } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expect, test } from '../../support/world.ts'

test.use({ worldOf: 'organisation' })

/** At the organisation: its form, the one with its answer, and then ours, which sends itself. */
async function sayWho(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Organisation', exact: true })).toBeVisible()
  await page.getByLabel('Adresse').fill(email)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('heading', { name: 'Bienvenue' })).toBeVisible()
  await page.getByRole('button', { name: 'Continuer' }).click()
}

test('somebody of the organisation signs in over a match, and the tapped vote arrives', async ({ page, world }) => {
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Continuer avec mon organisation' }).click()
  await sayWho(page, 'salariee@supporters.invalid')
  await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
  await expect(page.getByText('1/3').first()).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('salariee@supporters.invalid')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retirer Mon organisation' })).toBeVisible()
})

test('an address of another domain is told why it does not get in', async ({ page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Continuer avec mon organisation' }).click()
  await sayWho(page, 'voisin@ailleurs.invalid')
  await expect(page.getByText('cette adresse n’est pas celle de ton organisation.')).toBeVisible()
  await expect(page).not.toHaveURL(/error/)
})

test('three sign-in methods beside each other have no accessibility violation', async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Continuer avec mon organisation' })).toBeVisible()
  await expectNoViolation(page, 'signed out')
})
