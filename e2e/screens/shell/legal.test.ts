import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolation } from '../support/axe.ts'
import { open } from '../support/screen.ts'
import { change } from '../support/wire.ts'

const title = page.getByRole('heading', { level: 1 })

test('the legal notice is found at the foot, and says what is not configured', async () => {
  await open('/profile')
  await page.getByRole('link', { name: 'Mentions légales' }).click()
  await expect.element(title).toHaveTextContent('Mentions légales')
  await expect.poll(() => document.title).toBe('Mentions légales · Tribune')
  await expect.element(page.getByText('Ce site ne l’a pas encore indiqué.').first()).toBeVisible()
  await expect.element(page.getByText('Un compte se crée à partir de 15\u00a0ans.', { exact: false })).toBeVisible()
  await expectNoViolation('/legal')
})

test('the legal notice names the publisher, the host and the address to write to', async () => {
  const named = {
    email: 'contact@tribune.invalid',
    publisher: 'Tribune SAS, 1 rue du Stade, Lyon',
    director: 'Camille Roux',
    host: 'Nuage SA, Lille',
  }
  change(/^\/api\/contact/, () => named)
  await open('/legal')
  for (const line of [named.publisher, named.director, named.host])
    await expect.element(page.getByText(line)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: named.email }))
    .toHaveAttribute('href', 'mailto:contact@tribune.invalid')
})

test('the form that makes accounts gives the least age, and links the terms', async () => {
  await open('/profile')
  await expect.element(page.getByText('Dès 15\u00a0ans.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'conditions', exact: true })).toHaveAttribute('href', '/legal')
})
