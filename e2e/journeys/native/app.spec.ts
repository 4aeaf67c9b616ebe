import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectNoViolation } from '../../support/axe.ts'
import { holdBallots, podium, target } from '../../support/match.ts'
import { BEGIN, openApp, signInByBrowser, signInOutside } from '../../support/native-app.ts'
import { APP_ORIGIN, builtApp, holdPhone, installApp } from '../../support/phone.ts'
import { NAMES } from '../../support/samples.ts'
import { button } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const TAGLINE = 'Le vote populaire mondial'

declare global {
  interface Window {
    /** Ends the splash, which the page would end after two seconds. */
    endSplash?: () => void
  }
}

/** Makes the splash of each page stay until `endSplash` is called. On a slow machine it would disappear before the test sees it. */
function holdSplash(): void {
  const { setTimeout } = window
  const hold = (then: () => void, after?: number, ...values: []) => {
    if (after !== 2_000 || window.endSplash !== undefined) return setTimeout(then, after, ...values)
    window.endSplash = then
    return 0
  }
  window.setTimeout = hold as typeof setTimeout
}

test('the splash shows the tagline once per session of the app, and never in a browser', async ({ page, world }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await installApp(page, world)
  await page.addInitScript(holdSplash)
  const layer = page.locator('.splash')
  const isShownAtFirst = async () => {
    await layer.waitFor({ state: 'attached' })
    return layer.isVisible()
  }
  await page.goto(`${APP_ORIGIN}/points`, { waitUntil: 'commit' })
  expect(await isShownAtFirst()).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await holdPhone(page)
  await page.goto(`${APP_ORIGIN}/`, { waitUntil: 'commit' })
  await layer.waitFor({ state: 'attached' })
  const moments = await layer.evaluate((element) => {
    const [animation] = element.getAnimations()
    if (animation === undefined) throw new Error('The splash does not move')
    animation.pause()
    const at = (ms: number) => {
      animation.currentTime = ms
      const { opacity, visibility } = getComputedStyle(element)
      return { opacity: Number(opacity), visibility }
    }
    const seen = { stays: at(1_499), fades: at(1_750), gone: at(2_000) }
    animation.currentTime = 0
    return seen
  })
  await expect(layer.getByText(TAGLINE)).toBeVisible()
  expect(moments).toEqual({
    stays: { opacity: 1, visibility: 'visible' },
    fades: { opacity: expect.closeTo(0.5, 1), visibility: 'visible' },
    gone: { opacity: 0, visibility: 'hidden' },
  })
  // The timer hides the splash even while its animation is paused.
  await page.evaluate(() => window.endSplash?.())
  await expect(layer).toBeHidden()

  await page.reload({ waitUntil: 'commit' })
  expect(await isShownAtFirst()).toBe(false)
  await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
})

test('a fan signs in in the phone’s browser, and the session stays in the secure storage', async ({ page, world }) => {
  const phone = await openApp(page, world, '/profile')
  await expect(page.getByLabel('Mot de passe')).toHaveCount(0)
  await expectNoViolation(page, 'sign-in in the app')
  const { back } = await signInByBrowser(page, world, phone)
  expect(phone.vault.size).toBe(1)
  const token = [...phone.vault.values()][0] ?? ''
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(token).not.toBe('')
  expect(stored).not.toContain(token)
  expect(phone.callsOf('Browser', 'close')).toHaveLength(1)

  // The same link again changes nothing.
  await phone.emit('App', 'appUrlOpen', { url: back })
  await expect(page.getByText(/n’a pas été demandée par cette app/)).toBeVisible()
  await expect(button(page, 'Se déconnecter')).toBeVisible()

  await page.reload()
  await expect(button(page, 'Se déconnecter')).toBeVisible()
  await button(page, 'Se déconnecter').click()
  await expect(button(page, BEGIN)).toBeVisible()
  await expect.poll(() => phone.vault.size).toBe(0)

  await test.step('a storage that cannot be read is a fan who is signed out', async () => {
    const removed = () => phone.callsOf('SecureStorage', 'internalRemoveItem').length
    const before = removed()
    phone.vault.set('capacitor-storage_session', '"unreadable"')
    phone.breakVault()
    await page.reload()
    await expect(button(page, BEGIN)).toBeVisible()
    expect(removed() - before).toBe(1)
  })
})

test('a verified link completes the sign-in too; a vote vibrates, a refused one differently from one that waits for the network', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^ERR_INTERNET_DISCONNECTED \/api\/votes\/\d+$/)
  const match = await world.build({ names: NAMES })
  const phone = await openApp(page, world, '/profile')
  await signInByBrowser(page, world, phone, { isVerified: true })
  await phone.emit('App', 'appUrlOpen', { url: `${world.url}/match/${match.id}` })
  await expect(page).toHaveURL(`${APP_ORIGIN}/match/${match.id}`)
  for (const id of match.playerIds.slice(0, 3)) {
    await target(page, id).click()
  }
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect(podium(page)).toBeVisible()
  const felt = () => (phone.callsOf('Haptics', 'impact') as { style: string }[]).map(({ style }) => style)
  expect(felt()).toEqual(['LIGHT', 'LIGHT', 'LIGHT', 'HEAVY'])

  await test.step('refused, then lost', async () => {
    const match = await world.build({ names: NAMES })
    const [id = 0] = match.playerIds
    await phone.emit('App', 'appUrlOpen', { url: `${world.url}/match/${match.id}` })
    const refusal = { error: { code: 'vote_closed', message: 'Le vote est clos.', id: 'x' } }
    const refused = await holdBallots(page, (route) => route.fulfill({ status: 403, json: refusal }))
    refused.release()
    await target(page, id).click()
    await expect.poll(() => phone.callsOf('Haptics', 'notification')).toEqual([{ type: 'ERROR' }])

    const lost = await holdBallots(page, (route) => route.abort('internetdisconnected'))
    lost.release()
    await target(page, id).click()
    await expect.poll(() => felt().slice(4)).toEqual(['LIGHT', 'LIGHT', 'MEDIUM'])
  })
})

test('a cold start by a sign-in or by a notification waits for the session that is stored, however slow the storage', async ({
  page,
  world,
}) => {
  const match = await world.build({ names: NAMES })
  const phone = await openApp(page, world, '/profile')
  const { back } = await signInOutside(page, world, phone)
  /** Restarts the app. Its storage answers once the start has nothing else to do. */
  const startSlowly = async () => {
    const release = phone.holdVault()
    await page.goto(`${APP_ORIGIN}/`)
    await page.waitForLoadState('networkidle')
    release()
  }

  await test.step('a sign-in', async () => {
    phone.retain('App', 'appUrlOpen', { url: back })
    await startSlowly()
    await expect(page.getByText('Te voilà connecté.')).toBeVisible()
    await page.getByRole('link', { name: 'Profil', exact: true }).click()
    await expect(button(page, 'Se déconnecter')).toBeVisible()
    expect(phone.vault.size).toBe(1)
  })
  await test.step('a notification', async () => {
    const unsigned: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      // The stream of news is the same for everybody, and takes no headers.
      const isOwn = pathname.startsWith('/api/') && pathname !== '/api/live'
      const isCall = origin === world.url && isOwn && request.method() !== 'OPTIONS'
      if (isCall && request.headers().authorization === undefined) unsigned.push(pathname)
    })
    const data = { path: `/match/${match.id}`, action: 'tap' }
    phone.retain('PushNotifications', 'pushNotificationActionPerformed', {
      actionId: 'tap',
      notification: { id: '1', data },
    })
    await startSlowly()
    await expect(page).toHaveURL(`${APP_ORIGIN}/match/${match.id}`)
    await expect(target(page, match.playerIds[0] ?? 0)).toBeVisible()
    expect(unsigned).toEqual([])
  })
})

test('on iOS the session stays on this phone, and ends with the installation', async ({ page, world }) => {
  const phone = await openApp(page, world, '/profile', 'ios')
  await signInByBrowser(page, world, phone)
  // KeychainAccess.whenUnlockedThisDeviceOnly
  await expect
    .poll(() => phone.callsOf('SecureStorage', 'internalSetItem').at(-1))
    .toMatchObject({ access: 1, sync: false })
  await page.reload()
  await expect(button(page, 'Se déconnecter')).toBeVisible()

  // iOS removes the app's storage with it, and leaves its keychain.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(button(page, BEGIN)).toBeVisible()
  expect(phone.vault.size).toBe(0)
  await signInByBrowser(page, world, phone)
  await page.reload()
  await expect(button(page, 'Se déconnecter')).toBeVisible()
})

test('the phone’s bars follow the theme, its back button closes a dialog, goes back and leaves the app, and a return reads the screen again', async ({
  page,
  world,
}) => {
  const match = await world.build({ names: NAMES })
  await page.emulateMedia({ colorScheme: 'dark' })
  // Without a stream, and with a minute between two polls, an earlier read can only come from the return.
  await page.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })`,
  )
  const phone = await openApp(page, world, '/profile')
  await test.step('the bars of the phone follow the theme', async () => {
    const last = () => (phone.callsOf('SystemBars', 'setStyle').at(-1) as { style: string } | undefined)?.style
    await expect.poll(last).toBe('DARK')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(last).toBe('LIGHT')
    await page.getByText('Sombre', { exact: true }).click()
    await expect.poll(last).toBe('DARK')
  })
  await test.step('the back button closes a dialog, goes back, and leaves the app at its first screen', async () => {
    await page.goto(`${APP_ORIGIN}/`)
    await page.getByRole('link', { name: 'Points', exact: true }).click()
    await expect(page).toHaveURL(`${APP_ORIGIN}/points`)
    await phone.emit('App', 'backButton', { canGoBack: true })
    await expect(page).toHaveURL(`${APP_ORIGIN}/`)
    await phone.emit('App', 'backButton', { canGoBack: false })
    await expect.poll(() => phone.callsOf('App', 'minimizeApp')).toHaveLength(1)

    await phone.emit('App', 'appUrlOpen', { url: `${world.url}/match/${match.id}` })
    await target(page, match.playerIds[0] ?? 0).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await phone.emit('App', 'backButton', { canGoBack: true })
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(`${APP_ORIGIN}/match/${match.id}`)
  })
  await test.step('a return to the app reads the screen again', async () => {
    // The app's timers stopped while it was away, and are overdue.
    await page.evaluate((away) => {
      const now = Date.now
      Date.now = () => now() + away
    }, 120_000)
    const read = page.waitForRequest((request) => request.url().startsWith(`${world.url}/api/rpc/get_match_screen`), {
      timeout: 5_000,
    })
    await phone.emit('App', 'resume')
    await read
  })
})

test('the browser’s build holds no native code, and that of the phones no service worker or compressed copy', async () => {
  const web = new URL('../../../web/dist/', import.meta.url)
  const files = (await readdir(web, { recursive: true })).filter((name) => /\.(?:js|html)$/.test(name))
  expect(files.length).toBeGreaterThan(10)
  for (const name of files) {
    const text = await readFile(new URL(name, web), 'utf8')
    expect(text, name).not.toMatch(/Capacitor|SecureStorage|tribune-splash|appUrlOpen|backButton/)
  }
  const folder = await builtApp()
  const native = await readdir(folder, { recursive: true })
  expect(native.filter((name) => /\.(?:gz|br)$|^sw\.js$|^\.sources$/.test(name))).toEqual([])
  const code = await Promise.all(
    native.filter((name) => name.endsWith('.js')).map((name) => readFile(join(folder, name), 'utf8')),
  )
  expect(code.join('\n')).toContain('appUrlOpen')
})
