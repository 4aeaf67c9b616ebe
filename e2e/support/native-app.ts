import type { Page } from '@playwright/test'
import type { SignedIn } from '@tribune/server/testing/people.ts'
import { APP_ORIGIN, holdPhone, installApp, type Phone } from './phone.ts'
import { button } from './sign-in.ts'
import { expect, type World } from './world.ts'

/** The button that begins a sign-in in the app. */
export const BEGIN = 'Se connecter ou créer un compte'

/** Opens the installed app, in a session that has shown its splash, which takes no tap. */
export async function openApp(page: Page, world: World, path = '/', platform?: 'android' | 'ios'): Promise<Phone> {
  await installApp(page, world)
  await page.addInitScript(() => sessionStorage.setItem('tribune-splash', 'shown'))
  const phone = await holdPhone(page, platform)
  await page.goto(`${APP_ORIGIN}${path}`)
  await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
  return phone
}

export const openedInBrowser = (phone: Phone) => phone.callsOf('Browser', 'open') as { url: string }[]

/** How a fan comes back into the app: by the scheme or by a verified link, as a new fan or as one who has signed in before. */
interface WayBack {
  readonly isVerified?: boolean
  readonly as?: SignedIn
}

/** Signs in from the app's sign-in, in the phone's browser, and comes back. Returns the address that came back, and the fan. */
export async function signInByBrowser(page: Page, world: World, phone: Phone, wayBack?: WayBack) {
  const signedIn = await signInOutside(page, world, phone, wayBack)
  await phone.emit('App', 'appUrlOpen', { url: signedIn.back })
  await expect(page.getByText('Te voilà connecté.')).toBeVisible()
  return signedIn
}

/** Signs in from the app's sign-in, in the phone's browser. Returns the address that leads back to the app, and the fan. */
export async function signInOutside(page: Page, world: World, phone: Phone, { isVerified = false, as }: WayBack = {}) {
  const before = openedInBrowser(phone).length
  await button(page, BEGIN).click()
  await expect.poll(() => openedInBrowser(phone)).toHaveLength(before + 1)
  const address = openedInBrowser(phone)[before]?.url ?? ''
  expect(address).toContain(`${world.url}/profile?app=`)
  const challenge = new URL(address).searchParams.get('app')
  const browser = await page.context().browser()?.newContext()
  if (browser === undefined) throw new Error('No browser')
  const other = await browser.newPage()
  const fan = as ?? (await world.signIn(other))
  const answer = await browser.request.post(`${world.url}/api/me/app-code`, {
    headers: { origin: world.url, cookie: fan.cookie },
    data: { challenge, alone: false },
  })
  const { code } = await answer.json()
  await browser.close()
  const start = isVerified ? `${world.url}/auth/callback` : 'tribune://auth/callback'
  return { back: `${start}?code=${code}&app=${challenge}`, fan }
}
