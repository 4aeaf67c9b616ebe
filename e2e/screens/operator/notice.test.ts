import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open } from '../support/screen.ts'
import { allow, askDirectly } from '../support/wire.ts'
import { enterAsOperator, read, send } from '../support/world.ts'

const section = page.getByRole('region', { name: 'Annonce aux supporters' })
const text = section.getByLabelText('Texte de l’annonce')
const end = section.getByLabelText('Fin', { exact: true })
const publish = section.getByRole('button', { name: 'Publier l’annonce' })
const dialog = page.getByRole('dialog')

/** A moment in the format of a field for date and time, in the zone of this page. */
function fieldIn(hours: number): string {
  const at = new Date(Date.now() + hours * 3_600_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

beforeEach(async () => {
  await enterAsOperator()
  // All screens of the run would show it.
  onTestFinished(async () => {
    await enterAsOperator()
    await send('POST', '/api/rpc/remove_notice', {})
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label="Fermer l’annonce"]')) button.click()
  })
})

async function write(words: string, hours: number): Promise<void> {
  await text.fill(words)
  await end.fill(fieldIn(hours))
}

test('a notice is previewed, published, shown to fans, and removed', async () => {
  await open('/admin?tab=diagnostics')
  await expect.element(section.getByText('Aucune annonce.')).toBeVisible()
  await expect.element(publish).toBeDisabled()
  await write('Les résultats ont du retard.', 2)
  await expect
    .element(section.getByRole('region', { name: 'Annonce' }))
    .toMatchTextContent('Les résultats ont du retard.')
  await expectNoViolation('a notice that is typed')
  await expectToFit(SMALL_PHONE)
  await publish.click()
  await expect.element(dialog).toMatchTextContent(/Tous les supporters la verront, dès maintenant, jusqu’au/)
  await dialog.getByRole('button', { name: 'Publier l’annonce' }).click()
  await expect.element(section.getByText(/En ligne jusqu’au/)).toBeVisible()
  expect(await (await askDirectly('/api/notice')).json()).toMatchObject({
    notice: { text: 'Les résultats ont du retard.' },
  })
  await section.getByRole('button', { name: 'Retirer l’annonce' }).click()
  await dialog.getByRole('button', { name: 'Retirer l’annonce' }).click()
  await expect.element(section.getByText('Aucune annonce.')).toBeVisible()
  expect(await (await askDirectly('/api/notice')).json()).toEqual({ notice: null })
})

test('a notice is undone in the journal, and typed text survives a reload', async () => {
  await open('/admin?tab=diagnostics')
  await write('Bonsoir', 2)
  await open('/admin?tab=diagnostics')
  await expect.element(text).toHaveValue('Bonsoir')
  await publish.click()
  await dialog.getByRole('button', { name: 'Publier l’annonce' }).click()
  await expect.element(section.getByText(/En ligne jusqu’au/)).toBeVisible()
  await open('/admin/journal')
  const entry = page.getByRole('listitem').filter({ hasText: 'Annonce aux supporters publiée' }).first()
  await expect.element(entry).toMatchTextContent('Bonsoir')
  await entry.getByRole('button', { name: 'Annuler : Annonce aux supporters publiée, Tous les supporters' }).click()
  await dialog.getByRole('button', { name: 'Rétablir' }).click()
  await expect.poll(() => read('/api/operator_notice')).toEqual({ notice: null })
})

test('what another tab published is shown before it is replaced', async () => {
  allow(/^412 \/api\/rpc\/set_notice/)
  await open('/admin?tab=diagnostics')
  await write('Bonsoir', 2)
  const ends_at = new Date(Date.now() + 3_600_000).toISOString()
  expect(await send('POST', '/api/rpc/set_notice', { text: 'Bonne nuit', starts_at: null, ends_at })).toMatchObject({
    status: 200,
  })
  await publish.click()
  await dialog.getByRole('button', { name: 'Publier l’annonce' }).click()
  await expect.element(dialog).toMatchTextContent('Bonne nuit')
  await expect.element(dialog).toMatchTextContent(/Texte/)
})

test('a long text and a wrong end are explained', async () => {
  await open('/admin?tab=diagnostics')
  await write('x'.repeat(203), -2)
  await expect.element(section.getByText('3 caractères de trop.')).toBeVisible()
  await expect.element(section.getByText(/La fin vient après le début/)).toBeVisible()
  await expect.element(publish).toBeDisabled()
})
