import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { queryClient } from '../../../web/src/lib/http/query-client.ts'
import { partsOf } from '../../shared/app-return.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open, textWith } from '../support/screen.ts'
import { allow, requests } from '../support/wire.ts'
import { signIn } from '../support/world.ts'
import { button, dialog, join, letAnHourPass, PASSWORD, signInWithPassword, signOut, whoIsIn } from './people.ts'

const OPEN = 'Ouvrir l’app Tribune'
const heading = page.getByRole('heading', { name: 'Retour dans l’app' })

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns the PKCE verifier and challenge that the app makes before it opens the phone's browser. */
async function app() {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(hash)) }
}

type App = Awaited<ReturnType<typeof app>>

/** Exchanges the code of the address that opens the app, as the app does. Returns the status, and the address of the fan who is signed in there. */
async function comeBack(address: string | undefined, { verifier, challenge }: App) {
  const { code, ...parts } = partsOf(address)
  expect(parts).toEqual({ path: 'tribune://auth/callback', app: challenge, names: ['app', 'code'] })
  return commands.enterApp(code, verifier)
}

/** The one address that the page has sent its browser to, once it has. */
async function deepLink(): Promise<string> {
  await expect.poll(() => commands.appLinks()).toHaveLength(1)
  const [link = ''] = await commands.appLinks()
  return link
}

/** Opens the address that the app opens; gives what the app knows. */
async function openForApp(): Promise<App> {
  await commands.hearAppLinks()
  const own = await app()
  await open(`/profile?app=${own.challenge}`)
  return own
}

test('a fan who is already signed in is asked before the handover, and stays signed in', async () => {
  const email = await join()
  const own = await openForApp()
  await expect.element(heading).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect([await commands.appLinks(), requests(/^\/api\/me\/app-code/, 'POST')]).toEqual([[], []])
  await open(location.pathname + location.search + location.hash)
  await button(OPEN).click()
  await expect.element(textWith('Dans ce navigateur, tu restes connecté.')).toBeVisible()
  expect(await comeBack(await deepLink(), own)).toEqual({ status: 200, email })
  await button('Terminer').click()
  await expect.element(button('Se déconnecter')).toBeVisible()
  expect((await whoIsIn())?.email).toBe(email)
})

test('a fan who declines returns without a code, and stays signed in', async () => {
  const email = await join()
  const own = await openForApp()
  await button('Annuler').click()
  await expect.element(button('Se déconnecter')).toBeVisible()
  expect(await deepLink()).toBe(`tribune://auth/callback?error=access_denied&app=${own.challenge}`)
  expect((await whoIsIn())?.email).toBe(email)
})

test('a fan who declines after signing in for the app alone is signed in nowhere', async () => {
  const email = await join()
  await signOut()
  const own = await openForApp()
  await signInWithPassword(email)
  await button('Annuler').click()
  await expect.element(textWith('Connecte-toi pour voter et retrouver tes podiums.')).toBeVisible()
  expect(await deepLink()).toBe(`tribune://auth/callback?error=access_denied&app=${own.challenge}`)
  expect(await whoIsIn()).toBeNull()
  await open(location.pathname + location.search + location.hash)
  await expect.element(textWith('Connecte-toi pour voter et retrouver tes podiums.')).toBeVisible()
})

test('a handover needs a recent sign-in', async () => {
  allow(/^403 \/api\/me\/app-code$/)
  const email = await join()
  const own = await openForApp()
  await expect.element(heading).toBeVisible()
  await letAnHourPass()
  await button(OPEN).click()
  await expect.element(dialog('C’est bien toi ?')).toBeVisible()
  expect(await commands.appLinks()).toEqual([])
  await page.getByLabelText('Mot de passe', { exact: true }).fill(PASSWORD)
  await button('Se connecter').click()
  await expect.element(textWith('Dans ce navigateur, tu restes connecté.')).toBeVisible()
  expect(await comeBack(await deepLink(), own)).toEqual({ status: 200, email })
})

test.each(['', 'x', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}B`, 'javascript:alert(1)'])(
  'an address that no app makes is a profile like any other: %s',
  async (wrong) => {
    await signIn()
    await open(`/profile?app=${encodeURIComponent(wrong)}`)
    await expect.element(button('Se déconnecter')).toBeVisible()
    await expect.element(heading).not.toBeInTheDocument()
  },
)

test('the way back into the app has no accessibility violation', async () => {
  const { challenge } = await app()
  await open(`/profile?app=${challenge}`)
  await expect.element(button('Recevoir mon code')).toBeVisible()
  await expectNoViolation('signed out')
  await join()
  await open(`/profile?app=${challenge}`)
  await expect.element(heading).toBeVisible()
  await expectNoViolation('asked')
  await button(OPEN).click()
  await expect.element(page.getByRole('link', { name: OPEN })).toBeVisible()
  await expectNoViolation('sent')
  await expectToFit(SMALL_PHONE)
})
