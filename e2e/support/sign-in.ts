import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Account } from './orders.ts'
import { expect, type World } from './world.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a mail's link and taps the button of its page. */
export async function followLink(page: Page, link = ''): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: /^(?:Me connecter|Confirmer mon adresse)$/ }).click()
}

const PASSWORD = 'un-virage-entier'
let people = 0

/** The fan's authenticator app. Codes are single-use, so each proof uses the next one. */
type App = (later: number) => string

/** Signs a fan in on their profile, without a second factor yet. */
export async function join(page: Page, world: World): Promise<string> {
  people += 1
  const email = `prudent-${people}@supporters.invalid`
  await page.request.post(`${world.url}/api/auth/sign-up/email`, {
    headers: { origin: world.url },
    data: { email, password: PASSWORD, name: 'Prudent', callbackURL: '/profile' },
  })
  const { links } = await world.mailTo(email)
  // This browser chose the password, so the link asks nothing.
  await page.goto(links[0] ?? '')
  await expect(page.getByText(email)).toBeVisible()
  return email
}

async function openSetup(page: Page): Promise<App> {
  await button(page, 'Activer la double vérification').click()
  await page.getByRole('dialog').getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await button(page, 'Continuer').click()
  await expect(page.getByRole('img', { name: 'Code QR à scanner' })).toBeVisible()
  const typed = await page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()
  const totp = new TOTP({ secret: typed?.replaceAll(' ', '') ?? '' })
  return (later) => totp.generate({ timestamp: Date.now() + later * 30_000 })
}

/** Adds a second factor; returns the app and the recovery codes. */
export async function protect(page: Page): Promise<{ app: App; codes: string[] }> {
  const app = await openSetup(page)
  await page.getByLabel('Code de l’application', { exact: true }).fill(app(0))
  await button(page, 'Activer').click()
  const list = page.getByRole('dialog', { name: 'Tes codes de secours' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allTextContents()
  await button(page, 'Je les ai notés').click()
  await expect(page.getByText('Active : chaque connexion demande aussi un code')).toBeVisible()
  return { app, codes }
}

export const codeField = (page: Page) => page.getByLabel('Code de l’application, ou de secours')

export async function signInWithPassword(page: Page, email: string): Promise<void> {
  await button(page, 'Avec un mot de passe').click()
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await button(page, 'Se connecter').click()
}

/** Signs in at the provider as somebody, or refuses. */
export async function sayWho(page: Page, provider: string, email: string | null): Promise<void> {
  await expect(page.getByRole('heading', { name: `${provider}, sur cette machine` })).toBeVisible()
  if (email === null) return button(page, 'Refuser').click()
  await page.getByLabel('Adresse e-mail').fill(email)
  await button(page, 'Continuer').click()
}

/** Signs the browser in with a password; as the operator by default. */
export async function enterAs(page: Page, world: World, { email, password }: Account = world.admin): Promise<void> {
  const answer = await page.request.post(`${world.url}/api/auth/sign-in/email`, {
    headers: { origin: world.url },
    data: { email, password },
  })
  expect(answer.status()).toBe(200)
}
