import { expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open, readsEnded, textWith } from '../support/screen.ts'
import { allow, hold, requests } from '../support/wire.ts'
import { send, signIn, world } from '../support/world.ts'
import {
  button,
  dialog,
  followLink,
  join,
  letAnHourPass,
  METHODS,
  mailedCode,
  moveElsewhere,
  newAddress,
  PASSWORD,
  pathOf,
  signInWithPassword,
  signOut,
  signUp,
} from './people.ts'

const address = () => location.pathname + location.search
/** The call that signs in with the code of a mail. */
const OTP = /^\/api\/auth\/sign-in\/email-otp$/
const passwordField = () => page.getByLabelText('Mot de passe', { exact: true })
const newPassword = page.getByLabelText('Nouveau mot de passe', { exact: true })
const confirmation = page.getByLabelText('Confirme le mot de passe', { exact: true })

test('an account is deleted in two steps, and two seconds later the fan is signed out on home', async () => {
  allow(/^401 \/api\/auth\/sign-in\/email$/)
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const email = await join()
  await expectNoViolation('profile')

  await button('Supprimer mon compte').click()
  await expect.element(button('Continuer')).toBeVisible()
  await expectNoViolation('warning')
  await button('Annuler').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await button('Supprimer mon compte').click()
  await expect.element(dialog('Supprimer ton compte ?')).toBeVisible()
  await button('Continuer').click()
  await expect.element(dialog('Dernière confirmation')).toBeVisible()
  await expectNoViolation('final')
  await expectToFit()
  const remembered = () => localStorage.getItem('tribune-fan')
  await expect.poll(remembered).not.toBeNull()
  await button('Supprimer définitivement').click()
  const deleted = '✅ Ton compte est supprimé. À bientôt dans la tribune, peut-être !'
  await expect.element(page.getByText(deleted)).toBeVisible()
  // At once: a fan may close the app before the home page is shown.
  expect([remembered(), location.pathname]).toEqual([null, '/profile'])
  await expect.poll(address).toBe('/')

  await page.getByRole('link', { name: 'Profil' }).click()
  await signInWithPassword(email)
  await expect.element(textWith('❌ Mot de passe incorrect.')).toBeVisible()
})

test('deleting an account needs a recent sign-in, and an ended session shows a message', async () => {
  allow(/^40[13] \/api\/functions\/delete-user-account$/, /^401 \/api\/auth\/sign-in\/email$/)
  const arrive = hold(METHODS)
  onTestFinished(arrive)
  await join()
  await letAnHourPass()
  await button('Supprimer mon compte').click()
  await button('Continuer').click()
  await button('Supprimer définitivement').click()
  await expect.element(dialog('C’est bien toi ?')).toBeVisible()
  // The form begins with a password only for a fan who has one.
  arrive()
  const field = page.getByRole('dialog').getByLabelText('Mot de passe', { exact: true })
  await field.fill('pas-le-bon')
  await button('Se connecter').click()
  await expect.element(textWith('❌ Mot de passe incorrect.')).toBeVisible()
  await field.fill(PASSWORD)
  await button('Se connecter').click()
  await expect.element(dialog('Dernière confirmation')).toBeVisible()

  // A read after the sign-in that is still under way would show the visitor's screen.
  await readsEnded()
  await commands.signOut()
  await button('Supprimer définitivement').click()
  await expect.element(textWith('❌ Erreur lors de la suppression : No active session')).toBeVisible()
})

test('a confirmation opened elsewhere asks for a password, then continues to its page', async () => {
  const { email, link } = await signUp('/points')
  await moveElsewhere()
  await followLink(link)
  await expect.element(textWith('Ton adresse est confirmée')).toBeVisible()
  await expect.poll(address).toBe('/profile')
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/token/i)
  await open(address())
  await expect.element(textWith('Ton adresse est confirmée')).toBeVisible()
  await newPassword.fill('choisi-ailleurs')
  await confirmation.fill('choisi-ailleurs')
  await button('Changer mon mot de passe').click()
  await expect.element(textWith('Mot de passe enregistré.')).toBeVisible()
  await expect.poll(address).toBe('/points')
  await page.getByRole('link', { name: 'Profil' }).click()
  await expect.element(textWith(email)).toBeVisible()
})

test('a forgotten password is reset, even after reloads, and signs in', async () => {
  const email = await join()
  await signOut()
  await button('Avec un mot de passe').click()
  await button('Mot de passe oublié ?').click()
  await button('Recevoir le lien').click()
  await expect.element(textWith('⚠️ Entre ton email pour réinitialiser ton mot de passe')).toBeVisible()
  await page.getByLabelText('Adresse e-mail').fill(email)
  await button('Recevoir le lien').click()
  await expect.element(textWith(`✅ Si un compte existe avec ${email}`)).toBeVisible()
  // Another mail came before, and this one is on its way.
  const newest = async () => (await world.mailTo(email)).links[0] ?? ''
  await expect.poll(newest).toContain('/reset-password/')
  const forgotten = await newest()
  await open(await pathOf(forgotten))
  await expect.poll(address).toBe('/profile')
  await open(address())
  await button('Changer mon mot de passe').click()
  await expect.element(textWith('⚠️ Entre ton nouveau mot de passe et confirme-le')).toBeVisible()
  await newPassword.fill('tribune-sud')
  await confirmation.fill('tribune-est')
  await button('Changer mon mot de passe').click()
  await expect.element(textWith('⚠️ Les mots de passe ne correspondent pas')).toBeVisible()
  await confirmation.fill('tribune-sud')
  await button('Changer mon mot de passe').click()
  await expect.element(textWith('Mot de passe changé. Connecte-toi avec le nouveau.')).toBeVisible()
  await page.getByLabelText('Adresse e-mail').fill(email)
  await passwordField().fill('tribune-sud')
  await button('Se connecter').click()
  await expect.element(button('Se déconnecter')).toBeVisible()

  await open(await pathOf(forgotten))
  await expect.element(button('Se déconnecter')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Nouveau mot de passe' })).not.toBeInTheDocument()
})

/** Requests a mail on the profile, by a form that `look` may inspect. Returns the address, and the mail's link and code. */
async function askForLink(look?: () => Promise<void>) {
  const email = newAddress('sans-mot')
  await open('/profile')
  await button('Recevoir mon code').click()
  await expect.element(textWith('⚠️ Entre ton email')).toBeVisible()
  await look?.()
  await page.getByLabelText('Adresse e-mail').fill(email)
  await button('Recevoir mon code').click()
  await expect.element(textWith(`✅ Un code vient de partir à ${email}.`)).toBeVisible()
  return { email, link: await linkTo(email), code: await mailedCode(email) }
}

/** The newest link that signs somebody in. */
async function linkTo(email: string): Promise<string> {
  const { links } = await world.mailTo(email)
  return links.find((one) => one.includes('link=')) ?? ''
}

test('the code of a mail signs a new fan up where they asked for it, even after a reload, and wrong codes are refused', async () => {
  allow(/^400 \/api\/auth\/sign-in\/email-otp$/)
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const { email, code } = await askForLink(() => expectNoViolation('mail'))
  await button('Me connecter avec le code').click()
  await expect.element(textWith('⚠️ Entre le code à 6 chiffres')).toBeVisible()
  await expectNoViolation('code')
  await expectToFit()
  const field = page.getByLabelText('Code à 6 chiffres')
  await expect.element(field).toHaveAccessibleDescription('⚠️ Entre le code à 6 chiffres')
  const wrong = code === '000000' ? '000001' : '000000'
  await field.fill(wrong)
  await expect.element(textWith('❌ Erreur: Ce code n’est pas le bon, ou il a expiré.')).toBeVisible()
  await expect.element(field).toHaveFocus()
  // A refused code goes again at a tap alone.
  await field.fill(wrong.slice(0, 5))
  await field.fill(`${wrong.slice(0, 3)} ${wrong.slice(3)}`)
  await readsEnded()
  expect(requests(OTP, 'POST')).toHaveLength(1)
  await button('Me connecter avec le code').click()
  await expect.poll(() => requests(OTP, 'POST').map(({ outcome }) => outcome)).toEqual([400, 400])
  await open('/profile')
  await expect.element(textWith(email)).toBeVisible()
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect.element(button('Se déconnecter')).toBeVisible()
})

test('the link of a mail signs in on another device, once: opened again, it shows that it was used, signed in or not', async () => {
  allow(/^400 \/api\/auth\/magic-link\/verify\?/)
  const { email, link } = await askForLink()
  await moveElsewhere()
  await open(await pathOf(link))
  await expect.element(button('Me connecter')).toBeVisible()
  await expectNoViolation('a link to open')
  await expectToFit(SMALL_PHONE)
  await readsEnded()
  // A scanner of mail goes no further: the link is as good as before.
  await followLink(link)
  await expect.element(textWith('Te voilà connecté.')).toBeVisible()
  await expect.element(textWith(email)).toBeVisible()
  await expect.poll(address).toBe('/profile')

  await open(await pathOf(link))
  await expect.element(page.getByRole('heading', { name: 'Tu es déjà connecté' })).toBeVisible()
  await expectNoViolation('signed in already')
  await button('Rester connecté comme je suis').click()
  await expect.element(textWith(email)).toBeVisible()
  await open(await pathOf(link))
  await button('Me connecter avec ce lien').click()
  await expect.element(textWith('Ce lien a déjà servi : tu es connecté.')).toBeVisible()
  await expect.element(textWith(email)).toBeVisible()

  await button('Se déconnecter').click()
  // Until the session has ended, a link is opened as by somebody signed in.
  await expect.element(page.getByLabelText('Adresse e-mail')).toBeVisible()
  await followLink(link)
  await expect.element(textWith('son code à 6 chiffres te connecte aussi.')).toBeVisible()
  await followLink(link.replace(/until=\d+/, 'until=1'))
  await expect.element(textWith('⚠️ Ce lien a expiré')).toBeVisible()
  await expect.poll(address).toBe('/profile')
})

test('a link that another person sent does not replace a fan’s session without asking', async () => {
  const email = newAddress('quelquun')
  await signIn()
  await send('POST', '/api/auth/sign-in/magic-link', { email, callbackURL: '/' })
  await open(await pathOf(await linkTo(email)))
  await button('Rester connecté comme je suis').click()
  await expect.element(button('Se déconnecter')).toBeVisible()
  await expect.element(textWith(email)).not.toBeInTheDocument()
})
