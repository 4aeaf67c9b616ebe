import { expectNoViolation, expectToFit, SMALL_PHONE } from '../../support/axe.ts'
import { enterAs } from '../../support/operator.ts'
import { expect, test } from '../../support/world.ts'

const REASON = 'Plusieurs comptes ont voté depuis le même téléphone, le même soir, à la même minute.'

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
