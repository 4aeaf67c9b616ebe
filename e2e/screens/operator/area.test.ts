import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolation } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { hold } from '../support/wire.ts'
import { enterAsOperator, signIn } from '../support/world.ts'

test('a visitor is refused, told why, and led home', async () => {
  await open('/admin')
  await expect.element(page.getByText('Accès refusé', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Cette page est réservée à l’administrateur.', { exact: false })).toBeVisible()
  await expectCount(page.getByRole('tab'), 0)
  await expectNoViolation('the refusal')
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click()
  await expect.element(page.getByText('Voter en direct', { exact: false }).first()).toBeVisible()
})

test.each(['/admin', '/admin?tab=reporting', '/admin/journal'])('%s is refused to a fan', async (path) => {
  await signIn()
  await open(path)
  await expect.element(page.getByText('Accès refusé', { exact: false })).toBeVisible()
})

test('access is checked before anything is shown', async () => {
  await enterAsOperator()
  const release = hold(/^\/api\/me$/)
  await open('/admin')
  await expect.element(page.getByText('Vérification de l’accès…', { exact: false })).toBeVisible()
  await expectCount(page.getByRole('tab'), 0)
  release()
  const names = () =>
    page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent.trim())
  await expect.poll(names).toEqual(['Diagnostics', 'Brand Book', 'Coefficients', 'Reporting'])
})
