import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { allow, askDirectly } from '../support/wire.ts'
import { enterAsOperator, read, resume, savedAfter, signIn, world } from '../support/world.ts'

interface Me {
  readonly fan: { readonly email: string } | null
}

const REASON = 'Plusieurs comptes ont voté depuis le même téléphone, le même soir, à la même minute.'
const WRITTEN = 'Demande écrite du 24 novembre'

const field = page.getByLabelText('Adresse, numéro ou identifiant')
const find = page.getByRole('button', { name: 'Chercher' })
const dialog = page.getByRole('dialog')
const found = page.getByRole('definition')
const journal = (act: string) => page.getByRole('listitem').filter({ hasText: act })

/** Presses a button, and the one of the same name in the question that it asks. */
async function pressTwice(name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await dialog.getByRole('button', { name }).click()
}

describe('a fan', () => {
  test('is found by nothing less than what identifies them', async () => {
    allow(/^404 \/api\/rpc\/find_fan/)
    await enterAsOperator()
    await open('/admin')
    await page.getByRole('link', { name: 'Supporters' }).click()
    await expect.element(field).toBeVisible()
    await expectNoViolation('no fan searched for yet')
    await field.fill(world.fan.email.slice(0, -1))
    await find.click()
    await expect.element(page.getByText('Aucun compte ne correspond exactement.', { exact: false })).toBeVisible()
    await expectNoViolation('no fan found')
  })

  test('is found by their address in any case, and stays so by their id', async () => {
    await enterAsOperator()
    await open('/admin/fans')
    await field.fill(world.fan.email.toUpperCase())
    await find.click()
    await expect.element(found.filter({ hasText: `${world.fan.email} (confirmée)` })).toBeVisible()
    await expect.element(page.getByText('Adresse confirmée', { exact: false })).toBeVisible()
    // The address of the page holds the id alone.
    const address = () => location.pathname + location.search
    await expect.poll(address).toMatch(/^\/admin\/fans\?id=[\da-f-]{36}$/)
    await open(address())
    await expect.element(found.filter({ hasText: world.fan.email })).toBeVisible()
    await expectToFit(SMALL_PHONE)
  })
})

test('the operator neither closes their own right to vote there, nor deletes their account', async () => {
  await enterAsOperator()
  await open('/admin/fans')
  await field.fill(world.admin.email)
  await find.click()
  await expect
    .element(page.getByText('Tu ne peux pas fermer ton propre droit de vote.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByText('Ton propre compte ne se supprime pas ici', { exact: false })).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Supprimer le compte' }), 0)
  await expectNoViolation('the operator’s own account')
})

test('a look at an account stands in the journal, once', async () => {
  const fan = await signIn()
  await enterAsOperator()
  await open(`/admin/fans?id=${fan.id}`)
  await page.getByRole('link', { name: 'Voir ce qui a été fait sur ce compte' }).click()
  await expectCount(journal('Compte d’un supporter consulté'), 1)
})

test('a copy of a fan’s data is the file of their own profile, and stands in the journal', async () => {
  const fan = await signIn()
  const email = (await read<Me>('/api/me')).fan?.email ?? ''
  await enterAsOperator()
  await open('/admin/fans')
  await field.fill(email)
  await find.click()
  const copy = page.getByRole('button', { name: 'Télécharger la copie' })
  const { name, bytes } = await savedAfter(() => copy.click())
  await expect.element(page.getByText('Copie téléchargée.', { exact: false })).toBeVisible()
  expect(name).toBe(`tribune-donnees-${fan.id}.json`)
  await page.getByRole('link', { name: 'Voir ce qui a été fait sur ce compte' }).click()
  await expectCount(journal('Données d’un supporter copiées'), 1)
  await resume(fan)
  const own = await askDirectly('/api/me/data')
  expect(new TextDecoder().decode(bytes)).toBe(await own.text())
})

test('a right to vote is closed for a reason that the fan reads, and opened again', async () => {
  allow(/^403 \/api\/votes\//)
  const fan = await signIn()
  const match = await world.build()
  await open(`/match/${match.id}`)
  await page
    .getByRole('button', { name: /Joueur \d+/ })
    .first()
    .click()
  await expect.element(page.getByText('Ne compte pas encore')).toBeVisible()

  await enterAsOperator()
  await open(`/admin/fans?id=${fan.id}`)
  const close = page.getByRole('button', { name: 'Fermer son droit de vote' })
  const reason = page.getByLabelText('Raison, que le supporter lira')
  await expect.element(close).toBeDisabled()
  await reason.fill('x'.repeat(301))
  await expect.element(page.getByText('1 caractère de trop', { exact: false })).toBeVisible()
  await expect.element(close).toBeDisabled()
  await reason.fill(REASON)
  await expect.element(close).toBeEnabled()
  await expectNoViolation('a fan')
  await close.click()
  await expect.element(dialog).toMatchTextContent(REASON)
  await expectNoViolation('the question')
  await dialog.getByRole('button', { name: 'Fermer son droit de vote' }).click()
  await expect.element(page.getByText(/^Fermé depuis le /)).toBeVisible()

  await resume(fan)
  await open(`/match/${match.id}`)
  // The last match: picked players come first, and are also in the bar below.
  const lastRow = page.css('[data-player]').last()
  await lastRow.click()
  const refusal = 'Ton droit de vote est fermé. La raison est dans ton profil.'
  await expect.element(page.getByText(refusal, { exact: false })).toBeVisible()
  await open('/profile')
  await expect.element(page.getByText(`Raison : ${REASON}`, { exact: false })).toBeVisible()
  await expectNoViolation('the profile of a fan who may not vote')

  await enterAsOperator()
  await open(`/admin/fans?id=${fan.id}`)
  await pressTwice('Rouvrir son droit de vote')
  await expect.element(page.getByText('Droit de vote rouvert.')).toBeVisible()
  await page.getByRole('link', { name: 'Voir ce qui a été fait sur ce compte' }).click()
  await expect.element(journal('Droit de vote rouvert')).toBeVisible()
  await expect.element(journal('Droit de vote fermé')).toMatchTextContent(REASON)

  await resume(fan)
  await open(`/match/${match.id}`)
  await lastRow.click()
  await expect.element(page.getByText('Ne compte pas encore')).toBeVisible()
})

test('sessions are ended everywhere, at once', async () => {
  const fan = await signIn()
  await enterAsOperator()
  await open(`/admin/fans?id=${fan.id}`)
  await page.getByRole('button', { name: 'Fermer toutes ses sessions' }).click()
  await expect.element(dialog).toMatchTextContent('1 session')
  await dialog.getByRole('button', { name: 'Fermer toutes ses sessions' }).click()
  await expect.element(page.getByText('1 session fermée.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Aucune session ouverte.', { exact: false })).toBeVisible()
  await resume(fan)
  expect((await read<Me>('/api/me')).fan).toBeNull()
})

test('an account is deleted for a reason that does not name the fan, who is notified by mail', async () => {
  // The account's page, opened again from the journal.
  allow(/^404 \/api\/rpc\/find_fan/)
  const fan = await signIn()
  const email = (await read<Me>('/api/me')).fan?.email ?? ''
  await enterAsOperator()
  await open(`/admin/fans?id=${fan.id}`)
  const reason = page.getByLabelText('Raison, gardée au journal')
  const remove = page.getByRole('button', { name: 'Supprimer le compte' })
  await expect.element(remove).toBeDisabled()
  await reason.fill(`Demande de ${email}`)
  await expect.element(page.getByText('Retire son adresse ou son numéro', { exact: false })).toBeVisible()
  await expect.element(remove).toBeDisabled()
  await expectNoViolation('a reason that names the fan')
  await reason.fill(WRITTEN)
  await remove.click()
  for (const words of [email, WRITTEN, 'Un e-mail l’en avertira.']) {
    await expect.element(dialog).toMatchTextContent(words)
  }
  await expectNoViolation('the question before a deletion')
  await dialog.getByRole('button', { name: 'Supprimer le compte' }).click()
  await expect.element(page.getByText('Compte supprimé.', { exact: false })).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/admin/fans')
  // The next Tab starts at the top of the screen, not of the page.
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect((await world.mailTo(email)).subject).toBe('Ton compte est supprimé')

  await open(`/admin/journal?subject=fan:${fan.id}`)
  const entry = journal('Compte d’un supporter supprimé')
  await expect.element(entry).toMatchTextContent(WRITTEN)
  await entry.getByRole('link').click()
  await expect.element(page.getByText('Aucun compte ne correspond exactement.', { exact: false })).toBeVisible()

  await resume(fan)
  expect((await read<Me>('/api/me')).fan).toBeNull()
})
