import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { storedOnPhone } from '../../support/worker.ts'
import { expect, test, type World } from '../../support/world.ts'

const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'
let people = 0

/** A newcomer with an account that waits for its mail; who fills the form is this page. */
async function signUp(page: Page, world: World, callbackURL = '/profile') {
  people += 1
  const account = { email: `nouvelle-${people}@supporters.invalid`, password: 'un-virage-entier' }
  const answer = await page.request.post(`${world.url}/api/auth/sign-up/email`, {
    headers: { origin: world.url },
    data: { ...account, name: 'Nouvelle', callbackURL },
  })
  expect(answer.status()).toBe(200)
  const { links } = await world.mailTo(account.email)
  return { ...account, link: links[0] ?? '' }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an account is deleted in two steps, and two seconds later the fan is signed out on home', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^401 \/api\/auth\/sign-in\/email$/)
  const { email, password, link } = await signUp(page, world)
  await page.setViewportSize(SMALL_PHONE)
  await page.goto(link)
  await expect(page.getByText(email)).toBeVisible()
  await expectNoViolation(page, 'profile')

  await button(page, 'Supprimer mon compte').click()
  await expect(button(page, 'Continuer')).toBeVisible()
  await expectNoViolation(page, 'warning')
  await button(page, 'Annuler').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await button(page, 'Supprimer mon compte').click()
  await expect(page.getByRole('dialog', { name: 'Supprimer ton compte ?' })).toBeVisible()
  await button(page, 'Continuer').click()
  await expect(page.getByRole('dialog', { name: 'Dernière confirmation' })).toBeVisible()
  await expectNoViolation(page, 'final')
  await expectToFit(page)
  const remembered = () => storedOnPhone(page, 'tribune-fan')
  await expect.poll(remembered).not.toBeNull()
  await button(page, 'Supprimer définitivement').click()
  await expect(page.getByText('✅ Ton compte est supprimé. À bientôt dans la tribune, peut-être !')).toBeVisible()
  // At once: a fan may close the app before the home page is shown.
  expect([await remembered(), new URL(page.url()).pathname]).toEqual([null, '/profile'])
  await expect(page).toHaveURL(`${world.url}/`)

  await page.getByRole('link', { name: 'Profil' }).click()
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await button(page, 'Se connecter').click()
  await expect(page.getByText('❌ Mot de passe incorrect.')).toBeVisible()
})

test('deleting an account needs a recent sign-in, and an ended session says so', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^40[13] \/api\/functions\/delete-user-account$/, /^401 \/api\/auth\/sign-in\/email$/)
  const { password, link } = await signUp(page, world)
  await page.goto(link)
  await expect(button(page, 'Supprimer mon compte')).toBeVisible()
  await world.advance(61)
  await button(page, 'Supprimer mon compte').click()
  await button(page, 'Continuer').click()
  await button(page, 'Supprimer définitivement').click()
  await expect(page.getByRole('dialog', { name: 'C’est bien toi ?' })).toBeVisible()
  const field = page.getByRole('dialog').getByLabel('Mot de passe', { exact: true })
  await field.fill('pas-le-bon')
  await button(page, 'Se connecter').click()
  await expect(page.getByText('❌ Mot de passe incorrect.')).toBeVisible()
  await field.fill(password)
  await button(page, 'Se connecter').click()
  await expect(page.getByRole('dialog', { name: 'Dernière confirmation' })).toBeVisible()

  await page.context().clearCookies()
  await button(page, 'Supprimer définitivement').click()
  await expect(page.getByText('❌ Erreur lors de la suppression : No active session')).toBeVisible()
})

test('a fan downloads all that is stored about them as a file, sees their sessions and ends one', async ({
  page,
  world,
  browser,
}) => {
  const { email, password, link } = await signUp(page, world)
  const elsewhere = await browser.newContext({ baseURL: world.url, userAgent: PHONE })
  const other = await elsewhere.newPage()
  await page.goto(link)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Télécharger mes données' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('tribune-mes-donnees.json')
  const text = await file.createReadStream().then(async (stream) => {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    return Buffer.concat(parts).toString()
  })
  expect(JSON.parse(text)).toMatchObject({ account: { email }, ways_in: [{ provider: 'credential' }], votes: [] })

  const signedIn = await other.request.post('/api/auth/sign-in/email', {
    headers: { origin: world.url, 'user-agent': PHONE },
    data: { email, password },
  })
  expect(signedIn.status()).toBe(200)
  await page.reload()
  const list = page.getByRole('listitem').filter({ hasText: /Chrome|Firefox/ })
  await expect(list).toHaveCount(2)
  await expect(list.filter({ hasText: 'Cet appareil' })).toHaveCount(1)
  await button(page, 'Déconnecter Firefox sur Android').click()
  await expect(page.getByText('Appareil déconnecté.')).toBeVisible()
  await expect(list).toHaveCount(1)
  await other.goto('/profile')
  await expect(button(other, 'Se connecter')).toBeVisible()
  await elsewhere.close()
})

test('a confirmation opened elsewhere asks for a password, then continues to its page', async ({
  page,
  world,
  browser,
}) => {
  const { email, link } = await signUp(page, world, '/points')
  const elsewhere = await browser.newContext({ baseURL: world.url })
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByText('Ton adresse est confirmée')).toBeVisible()
  await expect(other).toHaveURL(`${world.url}/profile`)
  expect(await other.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/token/i)
  await other.reload()
  await expect(other.getByText('Ton adresse est confirmée')).toBeVisible()
  await other.getByLabel('Nouveau mot de passe', { exact: true }).fill('choisi-ailleurs')
  await other.getByLabel('Confirme le mot de passe', { exact: true }).fill('choisi-ailleurs')
  await button(other, 'Changer mon mot de passe').click()
  await expect(other.getByText('Mot de passe enregistré.')).toBeVisible()
  await expect(other).toHaveURL(`${world.url}/points`)
  await other.getByRole('link', { name: 'Profil' }).click()
  await expect(other.getByText(email)).toBeVisible()
  await elsewhere.close()
})

test('a forgotten password is reset, even after reloads, and signs in', async ({ page, world }) => {
  const { email, link } = await signUp(page, world)
  await page.goto(link)
  await button(page, 'Se déconnecter').click()
  await button(page, 'Mot de passe oublié ?').click()
  await button(page, 'Recevoir le lien').click()
  await expect(page.getByText('⚠️ Entre ton email pour réinitialiser ton mot de passe')).toBeVisible()
  await page.getByLabel('Adresse e-mail').fill(email)
  await button(page, 'Recevoir le lien').click()
  await expect(page.getByText(`✅ Si un compte existe avec ${email}`)).toBeVisible()
  // Another mail came before, and this one is on its way.
  const newest = async () => (await world.mailTo(email)).links[0] ?? ''
  await expect.poll(newest).toContain('/reset-password/')
  const forgotten = await newest()
  await page.goto(forgotten)
  await expect(page).toHaveURL(`${world.url}/profile`)
  await page.reload()
  const first = page.getByLabel('Nouveau mot de passe', { exact: true })
  const second = page.getByLabel('Confirme le mot de passe', { exact: true })
  await button(page, 'Changer mon mot de passe').click()
  await expect(page.getByText('⚠️ Entre ton nouveau mot de passe et confirme-le')).toBeVisible()
  await first.fill('tribune-sud')
  await second.fill('tribune-est')
  await button(page, 'Changer mon mot de passe').click()
  await expect(page.getByText('⚠️ Les mots de passe ne correspondent pas')).toBeVisible()
  await second.fill('tribune-sud')
  await button(page, 'Changer mon mot de passe').click()
  await expect(page.getByText('Mot de passe changé. Connecte-toi avec le nouveau.')).toBeVisible()
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill('tribune-sud')
  await button(page, 'Se connecter').click()
  await expect(button(page, 'Se déconnecter')).toBeVisible()

  await page.goto(forgotten)
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toHaveCount(0)
})

test.describe('a link and a code of one mail', () => {
  let asked = 0

  /** Asks for a mail on the profile, by a form that `look` may see; gives what it brings. */
  async function ask(page: Page, world: World, look?: () => Promise<void>) {
    asked += 1
    const email = `sans-mot-${asked}@supporters.invalid`
    await page.goto('/profile')
    await button(page, 'Recevoir un lien par e-mail').click()
    await button(page, 'Recevoir le lien').click()
    await expect(page.getByText('⚠️ Entre ton email')).toBeVisible()
    await look?.()
    await page.getByLabel('Adresse e-mail').fill(email)
    await button(page, 'Recevoir le lien').click()
    await expect(page.getByText(`✅ Un lien de connexion vient de partir à ${email}.`)).toBeVisible()
    const mail = await world.mailTo(email)
    return { email, link: mail.links.find((one) => one.includes('link=')) ?? '', code: digits(mail.text) }
  }

  const digits = (text: string) => (/\d{3}\s\d{3}/.exec(text)?.[0] ?? '').replace(/\s/, '')

  test('sign a newcomer up: the code where they asked for it, wrong ones refused', async ({
    page,
    world,
    complaints,
  }) => {
    complaints.allow(/^400 \/api\/auth\/sign-in\/email-otp$/)
    await page.setViewportSize(SMALL_PHONE)
    const { email, code } = await ask(page, world, () => expectNoViolation(page, 'link'))
    await button(page, 'Me connecter avec le code').click()
    await expect(page.getByText('⚠️ Entre le code à 6 chiffres')).toBeVisible()
    await expectNoViolation(page, 'code')
    await expectToFit(page)
    const field = page.getByLabel('Code à 6 chiffres')
    await field.fill(code === '000000' ? '000001' : '000000')
    await button(page, 'Me connecter avec le code').click()
    await expect(page.getByText('❌ Erreur: Ce code n’est pas le bon, ou il a expiré.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await button(page, 'Me connecter avec le code').click()
    await expect(page.getByText(email)).toBeVisible()
    await expect(button(page, 'Se déconnecter')).toBeVisible()
  })

  test('the link on another device, once: opened again it says so, signed in or not', async ({
    page,
    world,
    browser,
    complaints,
  }) => {
    complaints.allow(/^400 \/api\/auth\/magic-link\/verify\?/)
    const { email, link } = await ask(page, world)
    const elsewhere = await browser.newContext({ baseURL: world.url })
    const other = await elsewhere.newPage()
    await other.goto(link)
    await expect(other.getByText('Te voilà connecté.')).toBeVisible()
    await expect(other.getByText(email)).toBeVisible()
    await expect(other).toHaveURL(`${world.url}/profile`)

    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'Tu es déjà connecté' })).toBeVisible()
    await expectNoViolation(other, 'signed in already')
    await button(other, 'Rester connecté comme je suis').click()
    await expect(other.getByText(email)).toBeVisible()
    await other.goto(link)
    await button(other, 'Me connecter avec ce lien').click()
    await expect(other.getByText('Ce lien a déjà servi : tu es connecté.')).toBeVisible()
    await expect(other.getByText(email)).toBeVisible()

    await button(other, 'Se déconnecter').click()
    // Until the session has ended, a link is opened as by somebody signed in.
    await expect(other.getByLabel('Adresse e-mail')).toBeVisible()
    await other.goto(link)
    await expect(other.getByText('⚠️ Ce lien a déjà servi. Demandes-en un nouveau.')).toBeVisible()
    await other.goto(link.replace(/until=\d+/, 'until=1'))
    await expect(other.getByText('⚠️ Ce lien a expiré')).toBeVisible()
    await expect(other).toHaveURL(`${world.url}/profile`)
    await elsewhere.close()
  })

  test('from a match bring the tapped vote along', async ({ page, world }) => {
    const match = await world.build({ names: ['Basile Courbet'] })
    await page.goto(`/match/${match.id}`)
    await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
    await button(page, 'Recevoir un lien par e-mail').click()
    await page.getByLabel('Adresse e-mail').fill('du-virage@supporters.invalid')
    await button(page, 'Recevoir le lien').click()
    const { links } = await world.mailTo('du-virage@supporters.invalid')
    await page.goto(links.find((one) => one.includes('link=')) ?? '')
    await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
    await expect(page.getByText('1/3').first()).toBeVisible()
  })
})

test('a link that somebody else sent does not replace a fan’s session without asking', async ({ page, world }) => {
  await world.signIn(page)
  const request = { headers: { origin: world.url }, data: { email: 'quelquun@supporters.invalid', callbackURL: '/' } }
  await page.request.post(`${world.url}/api/auth/sign-in/magic-link`, request)
  const { links } = await world.mailTo('quelquun@supporters.invalid')
  await page.goto(links.find((one) => one.includes('link=')) ?? '')
  await button(page, 'Rester connecté comme je suis').click()
  await expect(button(page, 'Se déconnecter')).toBeVisible()
  await expect(page.getByText('quelquun@supporters.invalid')).toHaveCount(0)
})
