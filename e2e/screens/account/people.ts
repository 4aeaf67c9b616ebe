import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectCount, leave, open, textWith } from '../support/screen.ts'
import { read, send, world } from '../support/world.ts'

export const PASSWORD = 'un-virage-entier'
/** The read of the fan's sign-in methods. */
export const METHODS = /^\/api\/me\/identities$/

/** The fan's authenticator app. Codes are single-use, so each proof uses the next one. */
type App = (later: number) => string

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const codeField = () => page.getByLabelText('Code de l’application, ou de secours')
export const dialog = (name: string) => page.getByRole('dialog', { name })

/** Returns an address that no account has yet. */
export function newAddress(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@supporters.invalid`
}

/** A newcomer with an account that waits for its mail, and the path of the mail's link; who fills the form is this browser. */
export async function signUp(callbackURL = '/profile') {
  const account = { email: newAddress('nouvelle'), password: PASSWORD }
  const { status } = await send('POST', '/api/auth/sign-up/email', { ...account, name: 'Nouvelle', callbackURL })
  expect(status).toBe(200)
  const { links } = await world.mailTo(account.email)
  return { ...account, link: links[0] }
}

/** Follows a mail's link to the address of the app that it leads to. Returns its path. */
export async function pathOf(link = ''): Promise<string> {
  const { pathname, search, hash } = new URL(link)
  if (!pathname.startsWith('/api/')) return pathname + search + hash
  const led = new URL((await fetch(pathname + search)).url)
  return led.pathname + led.search
}

/** Opens a mail's link, and taps the button of its page. */
export async function followLink(link = ''): Promise<void> {
  await open(await pathOf(link))
  await page.getByRole('button', { name: /^(?:Me connecter|Confirmer mon adresse)$/ }).click()
}

/** Opens the profile of a new fan with a password. Returns their address. */
export async function join(): Promise<string> {
  const { email, link } = await signUp()
  // This browser chose the password, so the link asks nothing.
  await open(await pathOf(link))
  await expect.element(textWith(email)).toBeVisible()
  return email
}

export async function signOut(): Promise<void> {
  await button('Se déconnecter').click()
  await expect.element(button('Recevoir mon code')).toBeVisible()
}

export async function signInWithPassword(email: string): Promise<void> {
  await button('Avec un mot de passe').click()
  await page.getByLabelText('Adresse e-mail').fill(email)
  await page.getByLabelText('Mot de passe', { exact: true }).fill(PASSWORD)
  await button('Se connecter').click()
}

/** Opens the dialog that adds a second factor, up to its QR code. */
export async function openSetup(): Promise<App> {
  await button('Activer la double vérification').click()
  await page.getByRole('dialog').getByLabelText('Mot de passe', { exact: true }).fill(PASSWORD)
  await button('Continuer').click()
  await expect.element(page.getByRole('img', { name: 'Code QR à scanner' })).toBeVisible()
  const typed = await page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).findElement()
  const totp = new TOTP({ secret: typed.textContent.replaceAll(' ', '') })
  return (later) => totp.generate({ timestamp: Date.now() + later * 30_000 })
}

/** Returns the fan who is signed in here, or null. */
export async function whoIsIn() {
  const { fan } = await read<{ fan: { id: string; email: string | null } | null }>('/api/me')
  return fan
}

/** Moves the fan's sign-in an hour back, so that irreversible actions need another one. */
export async function letAnHourPass(): Promise<void> {
  const fan = await whoIsIn()
  if (fan === null) throw new Error('Nobody is signed in')
  await world.ageSessions(fan.id, 61)
}

/** Closes the app and removes all data of the fan, as in the browser of another person. */
export async function moveElsewhere(): Promise<void> {
  leave()
  localStorage.clear()
  sessionStorage.clear()
  await commands.signOut()
}

/** Taps a player of a match. */
export async function tapPlayer(id: number | undefined): Promise<void> {
  await page.css(`[data-player="${id}"]`).getByRole('button').first().click()
}

/** Adds a second factor; returns the app and the recovery codes. */
export async function protect(): Promise<{ app: App; codes: string[] }> {
  const app = await openSetup()
  await page.getByLabelText('Code de l’application', { exact: true }).fill(app(0))
  await button('Activer').click()
  const list = dialog('Tes codes de secours').getByRole('listitem')
  await expectCount(list, 10)
  const codes = list.elements().map(({ textContent }) => textContent)
  await button('Je les ai notés').click()
  await expect.element(textWith('Active : chaque connexion demande aussi un code')).toBeVisible()
  return { app, codes }
}

/** Returns the code of the newest text to a phone, once it has received `count` of them. */
export async function texted(phone: string, count = 1): Promise<string> {
  const texts = async () => {
    const { items } = await read<{ items: { to: string; text: string }[] }>('/dev/sms.json')
    return items.filter(({ to }) => to === phone)
  }
  await expect.poll(async () => (await texts()).length).toBe(count)
  return (await texts())[0]?.text.slice(0, 6) ?? ''
}

/** Returns the code of the newest mail to an address, once that has one: the screen may say that it is sent before it arrives. */
export async function mailedCode(email: string): Promise<string> {
  const newest = async () => /\d{3}\s\d{3}/.exec((await world.mailTo(email)).text)?.[0] ?? null
  await expect.poll(newest).not.toBeNull()
  return ((await newest()) ?? '').replace(/\s/, '')
}
