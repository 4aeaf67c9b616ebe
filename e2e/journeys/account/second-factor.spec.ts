import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import {
  button,
  codeField,
  join,
  openSetup,
  PASSWORD,
  protect,
  signInWithPassword,
  texted,
} from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

/** A fan with a second factor, signed out, who tapped a player. */
async function tapSignedOut(page: Page, world: World) {
  const email = await join(page, world)
  const { app } = await protect(page)
  await button(page, 'Se déconnecter').click()
  await expect(button(page, 'Se connecter')).toBeVisible()
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  return { email, app, match }
}

test('a fan adds a second factor, is asked for it from then on, and takes it away again', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^400 \/api\/auth\/two-factor\/enable$/, /^401 \/api\/auth\/two-factor\/verify-totp$/)
  const email = await join(page, world)
  await button(page, 'Activer la double vérification').click()
  await page.getByRole('dialog').getByLabel('Mot de passe', { exact: true }).fill('pas-le-bon')
  await button(page, 'Continuer').click()
  await expect(page.getByText('Ce mot de passe n’est pas le bon.')).toBeVisible()
  await button(page, 'Annuler').click()
  const { app, codes } = await protect(page)

  await button(page, 'Se déconnecter').click()
  await signInWithPassword(page, email)
  await expect(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await button(page, 'Vérifier').click()
  await expect(page.getByText('⚠️ Entre le code à 6 chiffres, ou un code de secours')).toBeVisible()
  await codeField(page).fill('000 000')
  await button(page, 'Vérifier').click()
  await expect(page.getByText('Ce code n’est pas le bon, ou il a déjà servi.')).toBeVisible()
  await codeField(page).fill(app(1))
  await button(page, 'Vérifier').click()
  await expect(page.getByText(email)).toBeVisible()

  await button(page, 'Se déconnecter').click()
  await signInWithPassword(page, email)
  await codeField(page).fill((codes[3] ?? '').replace('-', '').toUpperCase())
  await button(page, 'Vérifier').click()
  await expect(page.getByText(email)).toBeVisible()

  await button(page, 'Désactiver').click()
  await page.getByRole('dialog').getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Désactiver' }).click()
  await expect(page.getByText('Double vérification désactivée.')).toBeVisible()
  await button(page, 'Se déconnecter').click()
  await signInWithPassword(page, email)
  await expect(page.getByText(email)).toBeVisible()
})

test('Google vouches, the second factor is asked for, and the tapped vote arrives', async ({ page, world }) => {
  const { email, app, match } = await tapSignedOut(page, world)
  await button(page, 'Continuer avec Google').click()
  await expect(page.getByRole('heading', { name: 'Google, sur cette machine' })).toBeVisible()
  await page.getByLabel('Adresse e-mail').fill(email)
  await button(page, 'Continuer').click()
  await expect(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/profile`)
  await codeField(page).fill(app(1))
  await button(page, 'Vérifier').click()
  await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
  await expect(page.getByText('1/3').first()).toBeVisible()
})

test('a password given over a match asks for the code in the same window', async ({ page, world }) => {
  const { email, app } = await tapSignedOut(page, world)
  await signInWithPassword(page, email)
  await expect(page.getByRole('dialog', { name: 'Double vérification' })).toBeVisible()
  await codeField(page).fill(app(1))
  await button(page, 'Vérifier').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('1/3').first()).toBeVisible()
})

test('without an app the code comes by SMS, and by mail after a sign-in by SMS', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^401 \/api\/auth\/two-factor\/verify-otp$/, /^409 \/api\/me\/phone\/remove$/)
  const email = await join(page, world)
  const phone = '+33600000320'
  await button(page, 'Ajouter mon téléphone').click()
  await page.getByLabel('Numéro de mobile').fill(phone)
  await button(page, 'Recevoir le code').click()
  await page.getByLabel('Code à 6 chiffres').fill(await texted(page, phone))
  await button(page, 'Vérifier').click()
  await expect(page.getByText('Téléphone ajouté')).toBeVisible()
  await openSetup(page)
  await button(page, 'Sans application : par SMS et e-mail').click()
  await page.getByLabel('Code reçu').fill(await texted(page, phone, 2))
  await button(page, 'Activer').click()
  await button(page, 'Je les ai notés').click()
  await expect(page.getByText('Active : chaque connexion demande aussi un code')).toBeVisible()

  await button(page, 'Se déconnecter').click()
  await signInWithPassword(page, email)
  await expect(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await button(page, 'Recevoir un code par SMS').click()
  await expect(page.getByText('✅ Un code vient de partir par SMS.')).toBeVisible()
  await page.getByLabel('Code reçu, ou de secours').fill('000000')
  await button(page, 'Vérifier').click()
  await expect(page.getByText('Ce code n’est pas le bon')).toBeVisible()
  await page.getByLabel('Code reçu, ou de secours').fill(await texted(page, phone, 3))
  await button(page, 'Vérifier').click()
  await expect(page.getByText(email)).toBeVisible()

  await button(page, 'Se déconnecter').click()
  await expect(button(page, 'Se connecter')).toBeVisible()
  await button(page, 'Recevoir un code par SMS').click()
  await page.getByLabel('Numéro de mobile').fill(phone)
  await button(page, 'Recevoir le code').click()
  await page.getByLabel('Code à 6 chiffres').fill(await texted(page, phone, 4))
  await button(page, 'Me connecter avec le code').click()
  await button(page, 'Recevoir un code par e-mail').click()
  await expect(page.getByText('✅ Un code vient de partir par e-mail.')).toBeVisible()
  await expectNoViolation(page, 'sent code')
  const { text } = await world.mailTo(email)
  await page.getByLabel('Code reçu, ou de secours').fill(/(\d{3}\s\d{3})/.exec(text)?.[1] ?? '')
  await button(page, 'Vérifier').click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'Téléphone' }).getByRole('button', { name: 'Retirer' }).click()
  await expect(page.getByText('Ta double vérification passe par ce téléphone')).toBeVisible()
})

test('a link by mail leads to the code, and then where it led', async ({ page, world }) => {
  const email = await join(page, world)
  const { app } = await protect(page)
  await button(page, 'Se déconnecter').click()
  await page.request.post(`${world.url}/api/auth/sign-in/magic-link`, {
    headers: { origin: world.url },
    data: { email, callbackURL: '/points' },
  })
  const link = async () => (await world.mailTo(email)).links.find((one) => one.includes('link=')) ?? ''
  await expect.poll(link).not.toBe('')
  await page.goto(await link())
  await expect(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await expect(page.getByText('Te voilà connecté.')).toHaveCount(0)
  await codeField(page).fill(app(1))
  await button(page, 'Vérifier').click()
  await expect(page).toHaveURL(`${world.url}/points`)
})

test('a fan who guesses too often learns so and begins again', async ({ page, world, complaints }) => {
  complaints.allow(/^40[01] \/api\/auth\/two-factor\/verify-totp$/)
  const email = await join(page, world)
  await protect(page)
  await button(page, 'Se déconnecter').click()
  await signInWithPassword(page, email)
  for (let guess = 0; guess < 6; guess += 1) {
    await codeField(page).fill(String(100_000 + guess))
    await button(page, 'Vérifier').click()
    await expect(button(page, 'Vérifier').or(button(page, 'Se connecter'))).not.toHaveAttribute('aria-busy')
  }
  await expect(page.getByText('Trop de codes incorrects. Reconnecte-toi.')).toBeVisible()
  await expect(button(page, 'Se connecter')).toBeVisible()
})

test('the second factor has no accessibility violation', async ({ page, world }) => {
  await page.setViewportSize(SMALL_PHONE)
  const email = await join(page, world)
  await button(page, 'Activer la double vérification').click()
  await expect(button(page, 'Annuler')).toBeVisible()
  await expectNoViolation(page, 'begin')
  await button(page, 'Annuler').click()
  const app = await openSetup(page)
  await expectNoViolation(page, 'scan')
  await page.getByLabel('Code de l’application', { exact: true }).fill(app(0))
  await button(page, 'Activer').click()
  await expect(button(page, 'Je les ai notés')).toBeVisible()
  await expectNoViolation(page, 'codes')
  await button(page, 'Je les ai notés').click()
  await expect(button(page, 'Je les ai notés')).toHaveCount(0)
  await expectNoViolation(page, 'profile')
  await button(page, 'Se déconnecter').click()
  await signInWithPassword(page, email)
  await expect(codeField(page)).toBeVisible()
  await expectNoViolation(page, 'code')
  await expectToFit(page)
})
