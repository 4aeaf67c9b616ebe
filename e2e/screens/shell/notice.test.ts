import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, expectLastLinkUncovered, open } from '../support/screen.ts'
import { answer } from '../support/wire.ts'

const READ = /^\/api\/notice$/
const TEXT = 'Les résultats de ce soir ont du retard : le fournisseur répond mal. Tes votes sont bien enregistrés.'
const banner = page.getByRole('region', { name: 'Annonce' })
const close = banner.getByRole('button', { name: 'Fermer l’annonce' })
// Beyond the ids of notices that other tests have published.
let id = 1_000
let end = () => {}

/** Makes the server show a notice with a new id. */
function show(text: string, ends_at = new Date(Date.now() + 3_600_000).toISOString()): void {
  id += 1
  const notice = { id, text, ends_at }
  end = answer(READ, () => ({ notice }))
}

beforeEach(() => {
  end = () => {}
})
// The banner has a root of its own, which stays for the next test.
afterEach(async () => {
  if (close.query() !== null) await close.click()
  end()
})

test('a notice is over every screen, accessible, and moves nothing', async () => {
  show(TEXT)
  await open('/')
  await expect.element(banner).toMatchTextContent(TEXT)
  await expectNoViolation('home with a notice')
  await expectToFit(SMALL_PHONE)
  await open('/rankings')
  await expect.element(banner).toBeVisible()
  const { position } = getComputedStyle(banner.element().parentElement ?? document.body)
  expect(position).toBe('fixed')
})

test('a long word stays within the smallest phone, and covers no link at the end of the page', async () => {
  show('Retransmission'.repeat(14))
  await open('/')
  await expect.element(banner).toBeVisible()
  await expectToFit(SMALL_PHONE)
  await expectLastLinkUncovered()
})

test('a notice that the fan closed stays away, and the next one does not', async () => {
  show(TEXT)
  await open('/')
  await expect.element(close).toBeVisible()
  close.element().focus()
  await userEvent.keyboard('{Enter}')
  await expectCount(banner, 0)
  await open('/rankings')
  await expect.element(page.getByRole('list', { name: 'Classement de la saison' })).toBeVisible()
  await expectCount(banner, 0)
  end()
  show('Tout est rentré dans l’ordre.')
  await open('/')
  await expect.element(banner).toMatchTextContent('Tout est rentré dans l’ordre.')
})

test('a notice that has ended is not shown', async () => {
  show(TEXT, new Date(Date.now() - 1_000).toISOString())
  await open('/')
  await expect.element(page.getByRole('main')).toBeVisible()
  await expectCount(banner, 0)
})
