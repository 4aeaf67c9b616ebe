import type { Page } from '@playwright/test'
import { expectNoViolation } from '../../support/axe.ts'
import { choose, podium, target } from '../../support/match.ts'
import { BEGIN, openApp, openedInBrowser, signInByBrowser } from '../../support/native-app.ts'
import { APP_ORIGIN } from '../../support/phone.ts'
import { NAMES } from '../../support/samples.ts'
import { button } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

test('a podium is shared as a file of the cache, which the next one replaces and the sign-out erases', async ({
  page,
  world,
}) => {
  const match = await world.build({ names: NAMES })
  const phone = await openApp(page, world, '/profile')
  await signInByBrowser(page, world, phone)
  await phone.emit('App', 'appUrlOpen', { url: `${world.url}/match/${match.id}` })
  await choose(page, ...match.playerIds.slice(0, 3))
  await expect(podium(page).getByText('Enregistré', { exact: true })).toBeVisible()
  await button(page, 'Partager mon podium').click()
  const sheet = page.getByRole('dialog', { name: 'Mon podium' })
  await expect(sheet.getByRole('img')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Télécharger l’image' })).toHaveCount(0)
  await expectNoViolation(page, 'a picture to share in the app')

  const refusal = page.getByText('L’image n’a pas pu être partagée.')
  const shareIt = () => sheet.getByRole('button', { name: 'Partager', exact: true }).click()
  phone.endSheet('Share canceled')
  await shareIt()
  await expect.poll(() => phone.callsOf('Share', 'share')).toHaveLength(1)
  await expect.poll(() => phone.files.size).toBe(0)
  // A toast leaves by itself: whether there is one is read once, after the app has removed the file.
  expect(await refusal.isVisible()).toBe(false)

  phone.endSheet('Unable to share')
  await shareIt()
  await expect(refusal).toBeVisible()
  await expect.poll(() => phone.files.size).toBe(0)

  phone.endSheet(null)
  await shareIt()
  await expect.poll(() => phone.callsOf('Share', 'share')).toHaveLength(3)
  const name = `CACHE/shared/tribune-podium-${match.id}.png`
  expect([...phone.files.keys()]).toEqual([name])
  // The first bytes of a PNG.
  expect(phone.files.get(name)).toMatch(/^iVBORw0KGgo/)
  const shared = phone.callsOf('Share', 'share').at(-1)
  expect(shared).toMatchObject({
    files: [`file:///data/user/0/app.tribune.fan/${name}`],
    text: expect.stringContaining(`${world.url}/match/${match.id}`),
    dialogTitle: 'Partager',
  })
  await shareIt()
  await expect.poll(() => phone.callsOf('Share', 'share')).toHaveLength(4)
  expect([...phone.files.keys()]).toEqual([name])

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Profil', exact: true }).click()
  await button(page, 'Se déconnecter').click()
  await expect.poll(() => phone.files.size).toBe(0)
})

test('a link opens a match or the phone’s browser; links and notifications made by a stranger open nothing', async ({
  page,
  world,
}) => {
  const match = await world.build({ names: NAMES })
  const phone = await openApp(page, world, '/points')
  await test.step('a stranger’s link', async () => {
    for (const url of [
      'tribune://other',
      'https://elsewhere.example/match/1',
      `${world.url}/profile`,
      `${world.url}/auth/callback`,
    ]) {
      await phone.emit('App', 'appUrlOpen', { url })
    }
    await phone.emit('App', 'appUrlOpen', { url: 'tribune://auth/callback?code=a&app=b' })
    await expect(page.getByText(/n’a pas été demandée par cette app/)).toBeVisible()
    await expect(page).toHaveURL(`${APP_ORIGIN}/points`)
    expect(phone.vault.size).toBe(0)
  })
  await test.step('a stranger’s notification', async () => {
    for (const path of [
      'https://elsewhere.example/match/1',
      '//elsewhere.example/match/1',
      '/profile',
      '/auth/callback?code=a&app=b',
      7,
    ]) {
      const tapped = { actionId: 'tap', notification: { id: '1', data: { path } } }
      await phone.emit('PushNotifications', 'pushNotificationActionPerformed', tapped)
    }
    await phone.emit('PushNotifications', 'pushNotificationActionPerformed', {
      actionId: 'tap',
      notification: { id: '1' },
    })
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(`${APP_ORIGIN}/points`)
  })
  await test.step('a link to another site opens in the phone’s browser, and the app stays where it is', async () => {
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: 'https://www.example.org/a',
        textContent: 'Ailleurs',
      })
      document.querySelector('main')?.prepend(link)
    })
    await page.getByRole('link', { name: 'Ailleurs' }).click()
    await expect.poll(() => openedInBrowser(phone)).toEqual([{ url: 'https://www.example.org/a' }])
    await expect(page).toHaveURL(`${APP_ORIGIN}/points`)
  })
  await test.step('a match is shown to a visitor, who is asked to sign in at the first pick', async () => {
    await phone.emit('App', 'appUrlOpen', { url: `${world.url}/match/${match.id}` })
    await expect(page).toHaveURL(`${APP_ORIGIN}/match/${match.id}`)
    await target(page, match.playerIds[0] ?? 0).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: BEGIN })).toBeVisible()
  })
})

test('the page makes room for the iOS keyboard while it is open, and so does a sheet', async ({ page, world }) => {
  const phone = await openApp(page, world, '/rankings', 'ios')
  const field = page.getByRole('searchbox').first()
  await field.focus()
  const room = () => page.evaluate(() => getComputedStyle(document.documentElement).paddingBottom)
  await phone.emit('Keyboard', 'keyboardWillShow', { keyboardHeight: 300 })
  expect(await room()).toBe('300px')
  await expect(field).toBeInViewport()
  await phone.emit('Keyboard', 'keyboardWillHide')
  expect(await room()).toBe('0px')

  const match = await world.build({ names: NAMES })
  await phone.emit('App', 'appUrlOpen', { url: `${world.url}/match/${match.id}` })
  await target(page, match.playerIds[0] ?? 0).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  const foot = async () => {
    const box = await sheet.boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  await expect.poll(foot).toBe(844)
  await phone.emit('Keyboard', 'keyboardWillShow', { keyboardHeight: 300 })
  await expect.poll(foot).toBe(544)
})

test('nothing to tap lies under the notch, the rounded corners or the home indicator', async ({ page, world }) => {
  const match = await world.build({ names: NAMES })
  const session = await page.context().newCDPSession(page)
  const check = async (what: string) => {
    for (const { size, insets } of PHONES_AND_TABLET) {
      await page.setViewportSize(size)
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
      for (const end of ['top', 'bottom']) {
        await page.evaluate((to) => window.scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), end)
        // Without a bar at its foot, a list goes on under the home indicator.
        const safe = size.width >= WIDE ? { ...insets, bottom: 0 } : insets
        await expect.poll(() => outsideSafeArea(page, safe), `${what}, ${end}, ${size.width} wide`).toEqual([])
      }
    }
  }
  for (const path of ['/', '/rankings', '/points', '/profile', '/history', `/match/${match.id}`]) {
    await page.goto(path)
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    await check(path)
  }
  await target(page, match.playerIds[0] ?? 0).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('the question to sign in')
})

interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

const WIDE = 900
const PHONES_AND_TABLET = [
  { size: { width: 390, height: 844 }, insets: { top: 59, right: 0, bottom: 34, left: 0 } },
  { size: { width: 844, height: 390 }, insets: { top: 0, right: 59, bottom: 21, left: 59 } },
  { size: { width: 932, height: 430 }, insets: { top: 0, right: 59, bottom: 21, left: 59 } },
  { size: { width: 1180, height: 820 }, insets: { top: 24, right: 0, bottom: 20, left: 0 } },
] as const

/** Names of what can be tapped outside the safe area. */
function outsideSafeArea(page: Page, insets: Insets): Promise<string[]> {
  return page.evaluate(({ top, right, bottom, left }) => {
    const covered = new Set<string>()
    for (let y = 4; y < innerHeight; y += 8) {
      for (let x = 4; x < innerWidth; x += 8) {
        // The padding of a button at the edge may reach into the margin.
        const isSafe = x >= left - 12 && x < innerWidth - right + 12 && y >= top && y < innerHeight - bottom
        if (isSafe) continue
        const tapped = document.elementFromPoint(x, y)?.closest<HTMLElement>('a, button, input, select, [role=tab]')
        if (tapped) covered.add(`${tapped.ariaLabel ?? tapped.textContent} at ${x}, ${y}`)
      }
    }
    return [...covered]
  }, insets)
}
