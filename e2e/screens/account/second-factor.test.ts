import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { allow, hold, refuse } from '../support/wire.ts'
import { send, world } from '../support/world.ts'
import {
  button,
  codeField,
  dialog,
  followLink,
  join,
  METHODS,
  mailedCode,
  openSetup,
  PASSWORD,
  protect,
  signInWithPassword,
  signOut,
  texted,
} from './people.ts'

test('a second factor is added by a fan who knows their password', async () => {
  allow(/^400 \/api\/auth\/two-factor\/enable$/)
  await join()
  await button('Activer la double vérification').click()
  await page.getByRole('dialog').getByLabelText('Mot de passe', { exact: true }).fill('pas-le-bon')
  await button('Continuer').click()
  await expect.element(textWith('Ce mot de passe n’est pas le bon.')).toBeVisible()
  await button('Annuler').click()
  await protect()
})

test('a second factor waits until it is known whether the fan has a password', async () => {
  const mend = refuse(METHODS, 503)
  await join()
  await button('Activer la double vérification').click()
  const setup = page.getByRole('dialog')
  await expect.element(setup.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  mend()
  const arrive = hold(METHODS)
  onTestFinished(arrive)
  await setup.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(setup.getByText('Chargement…')).toBeInTheDocument()
  await expect.element(button('Continuer')).not.toBeInTheDocument()
  arrive()
  await setup.getByLabelText('Mot de passe', { exact: true }).fill(PASSWORD)
  await button('Continuer').click()
  await expect.element(page.getByRole('img', { name: 'Code QR à scanner' })).toBeVisible()
})

test('the recovery codes, which are shown only once, wait for no read', async () => {
  await join()
  const app = await openSetup()
  const arrive = hold(/^\/api\/me$/)
  onTestFinished(arrive)
  await page.getByLabelText('Code de l’application', { exact: true }).fill(app(0))
  await button('Activer').click()
  await expectCount(dialog('Tes codes de secours').getByRole('listitem'), 10)
  await button('Je les ai notés').click()
  arrive()
  await expect.element(textWith('Active : chaque connexion demande aussi un code')).toBeVisible()
})

test('a fan with a second factor is asked for it at each sign-in, and can remove it', async () => {
  allow(/^401 \/api\/auth\/two-factor\/verify-totp$/)
  const email = await join()
  const { app, codes } = await protect()
  await signOut()
  await signInWithPassword(email)
  await expect.element(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await button('Vérifier').click()
  await expect.element(textWith('⚠️ Entre le code à 6 chiffres, ou un code de secours')).toBeVisible()
  await codeField().fill('000 000')
  await button('Vérifier').click()
  await expect.element(textWith('Ce code n’est pas le bon, ou il a déjà servi.')).toBeVisible()
  await codeField().fill(app(1))
  await button('Vérifier').click()
  await expect.element(textWith(email)).toBeVisible()

  await signOut()
  await signInWithPassword(email)
  await codeField().fill((codes[3] ?? '').replace('-', '').toUpperCase())
  await button('Vérifier').click()
  await expect.element(textWith(email)).toBeVisible()

  await button('Désactiver').click()
  await page.getByRole('dialog').getByLabelText('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Désactiver' }).click()
  await expect.element(textWith('Double vérification désactivée.')).toBeVisible()
  await signOut()
  await signInWithPassword(email)
  await expect.element(textWith(email)).toBeVisible()
})

test('a password entered over a match asks for the code in the same dialog', async () => {
  const email = await join()
  const { app } = await protect()
  await signOut()
  const match = await world.build({ names: ['Basile Courbet'] })
  await open(`/match/${match.id}`)
  await page.css(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  await signInWithPassword(email)
  await expect.element(page.getByRole('dialog', { name: 'Double vérification' })).toBeVisible()
  await codeField().fill(app(1))
  await button('Vérifier').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(textWith('1/3').first()).toBeVisible()
})

test('without an app the code comes by SMS, and by mail after a sign-in by SMS', async () => {
  allow(/^401 \/api\/auth\/two-factor\/verify-otp$/, /^409 \/api\/me\/phone\/remove$/)
  const email = await join()
  const phone = '+33600000320'
  const field = page.getByLabelText('Code reçu, ou de secours')
  await button('Ajouter mon téléphone').click()
  await page.getByLabelText('Numéro de mobile').fill(phone)
  await button('Recevoir le code').click()
  await page.getByLabelText('Code à 6 chiffres').fill(await texted(phone))
  await button('Vérifier').click()
  await expect.element(textWith('Téléphone ajouté')).toBeVisible()
  await openSetup()
  await button('Sans application : par SMS et e-mail').click()
  await page.getByLabelText('Code reçu').fill(await texted(phone, 2))
  await button('Activer').click()
  await button('Je les ai notés').click()
  await expect.element(textWith('Active : chaque connexion demande aussi un code')).toBeVisible()

  await signOut()
  await signInWithPassword(email)
  await expect.element(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await button('Recevoir un code par SMS').click()
  await expect.element(textWith('✅ Un code vient de partir par SMS.')).toBeVisible()
  await field.fill('000000')
  await button('Vérifier').click()
  await expect.element(textWith('Ce code n’est pas le bon')).toBeVisible()
  await field.fill(await texted(phone, 3))
  await button('Vérifier').click()
  await expect.element(textWith(email)).toBeVisible()

  await signOut()
  await button('Recevoir un code par SMS').click()
  await page.getByLabelText('Numéro de mobile').fill(phone)
  await button('Recevoir le code').click()
  await page.getByLabelText('Code à 6 chiffres').fill(await texted(phone, 4))
  await button('Recevoir un code par e-mail').click()
  await expect.element(textWith('✅ Un code vient de partir par e-mail.')).toBeVisible()
  await expectNoViolation('sent code')
  await field.fill(await mailedCode(email))
  await button('Vérifier').click()
  await expect.element(textWith(email)).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Téléphone' })
    .getByRole('button', { name: 'Retirer', exact: false })
    .click()
  await expect.element(textWith('Ta double vérification passe par ce téléphone')).toBeVisible()
})

test('a link by mail leads to the code, and then where it led', async () => {
  const email = await join()
  const { app } = await protect()
  await signOut()
  await send('POST', '/api/auth/sign-in/magic-link', { email, callbackURL: '/points' })
  const link = async () => (await world.mailTo(email)).links.find((one) => one.includes('link='))
  await expect.poll(link).toBeDefined()
  await followLink(await link())
  await expect.element(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await expect.element(textWith('Te voilà connecté.')).not.toBeInTheDocument()
  await codeField().fill(app(1))
  await button('Vérifier').click()
  await expect.poll(() => location.pathname + location.search).toBe('/points')
})

test('a fan who guesses too often sees a message and begins again', async () => {
  allow(/^40[01] \/api\/auth\/two-factor\/verify-totp$/)
  const email = await join()
  await protect()
  await signOut()
  await signInWithPassword(email)
  for (let guess = 0; guess < 6; guess += 1) {
    await codeField().fill(String(100_000 + guess))
    await button('Vérifier').click()
    await expect.element(button('Vérifier').or(button('Recevoir mon code'))).not.toHaveAttribute('aria-busy')
  }
  await expect.element(textWith('Trop de codes incorrects. Reconnecte-toi.')).toBeVisible()
  await expect.element(button('Recevoir mon code')).toBeVisible()
})

test('the second factor has no accessibility violation', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const email = await join()
  await button('Activer la double vérification').click()
  await expect.element(button('Annuler')).toBeVisible()
  await expectNoViolation('begin')
  await button('Annuler').click()
  const app = await openSetup()
  await expectNoViolation('scan')
  await page.getByLabelText('Code de l’application', { exact: true }).fill(app(0))
  await button('Activer').click()
  await expect.element(button('Je les ai notés')).toBeVisible()
  await expectNoViolation('codes')
  await button('Je les ai notés').click()
  await expect.element(button('Je les ai notés')).not.toBeInTheDocument()
  await expectNoViolation('profile')
  await signOut()
  await signInWithPassword(email)
  await expect.element(codeField()).toBeVisible()
  await expectNoViolation('code')
  await expectToFit()
})
