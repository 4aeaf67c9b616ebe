import type { Page } from '@playwright/test'
import { expectNoViolation, SMALL_PHONE, THEMES } from './axe.ts'
import { expect, test, type World } from './world.ts'

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

test('an account is deleted in two steps, and two seconds later the fan is home, a visitor', async ({
  page,
  world,
}) => {
  const { email, password, link } = await signUp(page, world)
  await page.goto(link)
  await expect(page.getByText(email)).toBeVisible()

  await button(page, 'Supprimer mon compte').click()
  await button(page, 'Annuler').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await button(page, 'Supprimer mon compte').click()
  await expect(page.getByRole('dialog', { name: 'Supprimer ton compte ?' })).toBeVisible()
  await button(page, 'Continuer').click()
  await expect(page.getByRole('dialog', { name: 'Dernière confirmation' })).toBeVisible()
  await button(page, 'Supprimer définitivement').click()
  await expect(page.getByText('✅ Ton compte est supprimé. À bientôt dans la tribune, peut-être !')).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/`)

  await page.getByRole('link', { name: 'Profil' }).click()
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await button(page, 'Se connecter').click()
  await expect(page.getByText('❌ Mot de passe incorrect.')).toBeVisible()
})

test('who signed in long ago proves it is him before his account goes, and a session that ended says so', async ({
  page,
  world,
}) => {
  const { password, link } = await signUp(page, world)
  await page.goto(link)
  await page.route('**/api/functions/delete-user-account', (route) =>
    route.request().postData() === '{}'
      ? route.fulfill({ status: 403, json: { error: { code: 'sign_in_again', message: 'Par sécurité.', id: '1' } } })
      : route.continue(),
  )
  await button(page, 'Supprimer mon compte').click()
  await button(page, 'Continuer').click()
  await button(page, 'Supprimer définitivement').click()
  await expect(page.getByText('par sécurité, entre ton mot de passe')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Mot de passe', { exact: true }).fill('pas-le-bon')
  await button(page, 'Supprimer définitivement').click()
  await expect(page.getByText('❌ Erreur lors de la suppression : Ce mot de passe n’est pas le bon.')).toBeVisible()

  await page.getByRole('dialog').getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.context().clearCookies()
  await button(page, 'Supprimer définitivement').click()
  await expect(page.getByText('❌ Erreur lors de la suppression : No active session')).toBeVisible()
})

test('a fan has all that is kept of him as a file', async ({ page, world }) => {
  const { email, link } = await signUp(page, world)
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
})

test('a confirmation opened elsewhere asks for a password, and goes on where it led', async ({
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
  await other.getByLabel('Nouveau mot de passe', { exact: true }).fill('choisi-ailleurs')
  await other.getByLabel('Confirme le mot de passe', { exact: true }).fill('choisi-ailleurs')
  await button(other, 'Changer mon mot de passe').click()
  await expect(other.getByText('Mot de passe enregistré.')).toBeVisible()
  await expect(other).toHaveURL(`${world.url}/points`)
  await other.getByRole('link', { name: 'Profil' }).click()
  await expect(other.getByText(email)).toBeVisible()
  await elsewhere.close()
})

for (const theme of THEMES) {
  test(`the two steps of a deletion have no accessibility violation in the ${theme} theme`, async ({ page, world }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(SMALL_PHONE)
    await world.signIn(page)
    await page.goto('/profile')
    await expectNoViolation(page, 'profile')
    await button(page, 'Supprimer mon compte').click()
    await expectNoViolation(page, 'warning')
    await button(page, 'Continuer').click()
    await expectNoViolation(page, 'final')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(SMALL_PHONE.width)
  })
}
