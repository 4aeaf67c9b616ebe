import { readFile } from 'node:fs/promises'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const REASON = 'Plusieurs comptes ont voté depuis le même téléphone, le même soir, à la même minute.'
const WRITTEN = 'Demande écrite du 24 novembre'

test('a fan is found by what identifies them exactly, and by nothing less', async ({ page, world, complaints }) => {
  complaints.allow(/^404 \/api\/rpc\/find_fan/)
  await enterAs(page, world)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Supporters', exact: true }).click()
  const field = page.getByLabel('Adresse, numéro ou identifiant')
  await expect(field).toBeVisible()
  await expectNoViolation(page, 'nobody looked for yet')
  const find = page.getByRole('button', { name: 'Chercher' })
  await field.fill(world.fan.email.slice(0, -1))
  await find.click()
  await expect(page.getByText('Aucun compte ne correspond exactement.')).toBeVisible()
  await expectNoViolation(page, 'nobody found')
  await field.fill(world.fan.email.toUpperCase())
  await find.click()
  await expect(page.getByRole('definition').filter({ hasText: `${world.fan.email} (confirmée)` })).toBeVisible()
  await expect(page.getByText('Adresse confirmée')).toBeVisible()
  // The address of the page holds the id alone.
  await expect(page).toHaveURL(/\/admin\/fans\?id=[\da-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('definition').filter({ hasText: world.fan.email })).toBeVisible()
  await expectToFit(page, SMALL_PHONE)
  await field.fill(world.admin.email)
  await find.click()
  await expect(page.getByText('Tu ne peux pas fermer ton propre droit de vote.')).toBeVisible()
})

test('a right to vote is closed for a reason that the fan reads, and opened again', async ({
  page,
  world,
  browser,
  complaints,
}) => {
  complaints.allow(/^403 \/api\/votes\//)
  const fanContext = await browser.newContext({ baseURL: world.url })
  const fanPage = await fanContext.newPage()
  const fan = await world.signIn(fanPage)
  const match = await world.build()
  await fanPage.goto(`/match/${match.id}`)
  const rows = fanPage.getByRole('button', { name: /Joueur \d+/ })
  await rows.first().click()
  await expect(fanPage.getByText('Enregistré').first()).toBeVisible()

  await enterAs(page, world)
  await page.goto(`/admin/fans?id=${fan.id}`)
  const close = page.getByRole('button', { name: 'Fermer son droit de vote' })
  await expect(close).toBeDisabled()
  await page.getByLabel('Raison, que le supporter lira').fill('x'.repeat(301))
  await expect(page.getByText('1 caractère de trop')).toBeVisible()
  await expect(close).toBeDisabled()
  await page.getByLabel('Raison, que le supporter lira').fill(REASON)
  await expect(close).toBeEnabled()
  await expectNoViolation(page, 'a fan')
  await close.click()
  await expect(page.getByRole('dialog')).toContainText(REASON)
  await expectNoViolation(page, 'the question')
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer son droit de vote' }).click()
  await expect(page.getByText(/^Fermé depuis le /)).toBeVisible()

  // The last row: what is picked stands first, and in the bar below.
  const lastRow = fanPage.locator('[data-player]').last()
  await lastRow.click()
  await expect(fanPage.getByText('Ton droit de vote est fermé. La raison est dans ton profil.')).toBeVisible()
  await fanPage.goto('/profile')
  await expect(fanPage.getByText(`Raison : ${REASON}`)).toBeVisible()
  await expectNoViolation(fanPage, 'the profile of a fan who may not vote')

  await page.getByRole('button', { name: 'Rouvrir son droit de vote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rouvrir son droit de vote' }).click()
  await expect(page.getByText('Droit de vote rouvert.')).toBeVisible()
  await fanPage.goto(`/match/${match.id}`)
  await lastRow.click()
  await expect(fanPage.getByText('Enregistré').first()).toBeVisible()
  await page.getByRole('link', { name: 'Voir ce qui a été fait sur ce compte' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Droit de vote rouvert' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Compte d’un supporter consulté' })).toHaveCount(1)
  await expect(page.getByRole('listitem').filter({ hasText: 'Droit de vote fermé' })).toContainText(REASON)
  await fanContext.close()
})

test('sessions are ended everywhere, at once', async ({ page, world, browser }) => {
  const fanContext = await browser.newContext({ baseURL: world.url })
  const fanPage = await fanContext.newPage()
  const fan = await world.signIn(fanPage)
  await enterAs(page, world)
  await page.goto(`/admin/fans?id=${fan.id}`)
  await page.getByRole('button', { name: 'Fermer toutes ses sessions' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 session')
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer toutes ses sessions' }).click()
  await expect(page.getByText('1 session fermée.')).toBeVisible()
  await expect(page.getByText('Aucune session ouverte.')).toBeVisible()
  const me = await fanPage.request.get('/api/me')
  expect((await me.json()).fan).toBeNull()
  await fanContext.close()
})

test('a copy of a fan’s data is the file of their own profile, and stands in the journal', async ({
  page,
  world,
  browser,
}) => {
  const fanContext = await browser.newContext({ baseURL: world.url })
  const fanPage = await fanContext.newPage()
  const fan = await world.signIn(fanPage)
  await enterAs(page, world)
  await page.goto(`/admin/fans?id=${fan.id}`)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger la copie' }).click()
  const file = await coming
  await expect(page.getByText('Copie téléchargée.')).toBeVisible()
  expect(file.suggestedFilename()).toBe(`tribune-donnees-${fan.id}.json`)
  const own = await fanPage.request.get('/api/me/data')
  expect(await readFile(await file.path(), 'utf8')).toBe(await own.text())
  await page.getByRole('link', { name: 'Voir ce qui a été fait sur ce compte' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Données d’un supporter copiées' })).toHaveCount(1)
  await fanContext.close()
})

test('an account is deleted for a reason that does not name the fan, who is told by mail', async ({
  page,
  world,
  browser,
  complaints,
}) => {
  // The account's page, opened again from the journal.
  complaints.allow(/^404 \/api\/rpc\/find_fan/)
  const fanContext = await browser.newContext({ baseURL: world.url })
  const fanPage = await fanContext.newPage()
  const fan = await world.signIn(fanPage)
  const { email } = (await (await fanPage.request.get('/api/me')).json()).fan
  await enterAs(page, world)
  await page.goto(`/admin/fans?id=${fan.id}`)
  const reason = page.getByLabel('Raison, gardée au journal')
  const remove = page.getByRole('button', { name: 'Supprimer le compte' })
  await expect(remove).toBeDisabled()
  await reason.fill(`Demande de ${email}`)
  await expect(page.getByText('Retire son adresse ou son numéro')).toBeVisible()
  await expect(remove).toBeDisabled()
  await expectNoViolation(page, 'a reason that names the fan')
  await reason.fill(WRITTEN)
  await remove.click()
  const dialog = page.getByRole('dialog')
  for (const said of [email, WRITTEN, 'Un e-mail l’en avertira.']) await expect(dialog).toContainText(said)
  await expectNoViolation(page, 'the question before a deletion')
  await dialog.getByRole('button', { name: 'Supprimer le compte' }).click()
  await expect(page.getByText('Compte supprimé.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/fans$/)
  // The next Tab starts at the top of the screen, not of the page.
  await expect(page.getByRole('main')).toBeFocused()
  expect((await world.mailTo(email)).subject).toBe('Ton compte est supprimé')
  expect((await (await fanPage.request.get('/api/me')).json()).fan).toBeNull()

  await page.goto(`/admin/journal?subject=fan:${fan.id}`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Compte d’un supporter supprimé' })
  await expect(entry).toContainText(WRITTEN)
  await entry.getByRole('link').click()
  await expect(page.getByText('Aucun compte ne correspond exactement.')).toBeVisible()
  await fanContext.close()
})

test('the operator does not delete their own account there', async ({ page, world }) => {
  await enterAs(page, world)
  await page.goto('/admin/fans')
  await page.getByLabel('Adresse, numéro ou identifiant').fill(world.admin.email)
  await page.getByRole('button', { name: 'Chercher' }).click()
  await expect(page.getByText('Ton propre compte ne se supprime pas ici')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Supprimer le compte' })).toHaveCount(0)
  await expectNoViolation(page, 'the operator’s own account')
})
