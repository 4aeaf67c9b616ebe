import { expectNoViolation } from '../../support/axe.ts'
import { button } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

test.use({ worldOf: 'proof-of-work' })

test('work begins with the form, is ready before the fan has typed, and pays for the link', async ({ page, world }) => {
  const worker = page.waitForEvent('worker')
  await page.goto('/profile')
  await button(page, 'Recevoir un lien par e-mail').click()
  expect((await worker).url()).toContain('/assets/work-worker-')
  await page.getByLabel('Adresse e-mail').fill('preuve@supporters.invalid')
  const sent = page.waitForRequest('**/api/auth/sign-in/magic-link')
  await button(page, 'Recevoir le lien').click()
  expect((await sent).headers()['x-captcha-response']).toMatch(/^[\w+/]+=*$/)
  const { links } = await world.mailTo('preuve@supporters.invalid')
  expect(links).not.toEqual([])
})

test('work that is not ready shows how far it is, and stops when the fan says so', async ({ page }) => {
  // A price that no machine pays while the journey looks.
  await page.route('**/api/proof-of-work', async (route) => {
    const answer = await route.fetch()
    const { work } = await answer.json()
    work.parameters.keyPrefix = 'ff'.repeat(16)
    await route.fulfill({ response: answer, json: { work } })
  })
  await page.goto('/profile')
  await button(page, 'Recevoir un lien par e-mail').click()
  await page.getByLabel('Adresse e-mail').fill('longue@supporters.invalid')
  await button(page, 'Recevoir le lien').click()
  await expect(page.getByRole('status').getByText('Vérification anti-robot en cours…')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Avancement de la vérification' })).toBeVisible()
  await expectNoViolation(page, 'work under way')
  await button(page, 'Arrêter').click()
  await expect(page.getByText('tu as arrêté la vérification anti-robot. Rien n’est parti.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})
