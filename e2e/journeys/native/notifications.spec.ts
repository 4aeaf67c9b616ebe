import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { BEGIN, openApp, signInByBrowser } from '../../support/native-app.ts'
import { APP_ORIGIN, type Phone } from '../../support/phone.ts'
import { DISABLE, ENABLE, enable, messageTo, panel } from '../../support/push.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { button } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

/** Opens the profile of a fan who has signed in on this phone. */
async function openProfile(page: Page, world: World, platform: 'android' | 'ios' = 'android'): Promise<Phone> {
  const phone = await openApp(page, world, '/profile', platform)
  await signInByBrowser(page, world, phone)
  await expect(panel(page).getByRole('checkbox').first()).toBeVisible()
  return phone
}

/** Calls the server as the app does, with the session token from the phone's storage. */
function asFan(page: Page, world: World, phone: Phone) {
  const [token = ''] = phone.vault.values()
  const headers = { authorization: `Bearer ${token}`, origin: APP_ORIGIN }
  return {
    devices: async () => {
      const answer = await page.request.get(`${world.url}/api/me/push`, { headers })
      return (await answer.json()).items as { id: string; kind: string }[]
    },
    choose: async (change: object) => {
      const { settings } = await (await page.request.get(`${world.url}/api/me/push`, { headers })).json()
      await page.request.put(`${world.url}/api/me/push/settings`, { headers, data: { ...settings, ...change } })
    },
    vote: async (matchId: number, playerId: number | undefined) => {
      const top3 = [{ position: 1, player_id: playerId }]
      const answer = await page.request.put(`${world.url}/api/votes/${matchId}`, { headers, data: { top3 } })
      expect(answer.ok()).toBe(true)
    },
  }
}

/** Starts the app as Android does after a tap on our notification or its action: the plugin receives a tap and the data that MessageService.java adds. */
const start = (phone: Phone, data: object, action: 'tap' | 'off') =>
  phone.emit('PushNotifications', 'pushNotificationActionPerformed', {
    actionId: 'tap',
    notification: { id: '1', data: { ...data, action } },
  })

test('on Android, a fan allows notifications, a tap on one opens its match, and its action turns off notifications of its kind', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^ERR_INTERNET_DISCONNECTED \/api\/push\/off$/)
  const phone = await openProfile(page, world)
  await enable(page)
  await expectNoViolation(page, 'notifications in the app')
  expect(phone.callsOf('PushNotifications', 'createChannel')).toEqual([
    { id: 'matchs', name: 'Tribune', importance: 4 },
  ])
  const fan = asFan(page, world, phone)
  expect(await fan.devices()).toMatchObject([{ kind: 'fcm' }])

  await fan.choose({ quiet_from: 0, quiet_until: 0 })
  const match = await world.build({ home: 'FC Rive', away: 'Stade Aval' })
  await fan.vote(match.id, match.playerIds[0])
  await world.finish(match.id, 51)
  const { message } = JSON.parse((await messageTo(world, phone.push.token)).toString())
  expect(message.data.title).toBe('Plus que 9\u00a0minutes')
  await start(phone, message.data, 'tap')
  await expect(page).toHaveURL(`${APP_ORIGIN}/match/${match.id}`)
  expect(phone.callsOf('PushNotifications', 'removeDeliveredNotifications')).toEqual([])
  await start(phone, { path: '/admin', kind: 'alert', tag: 'alert' }, 'tap')
  await expect(page).toHaveURL(`${APP_ORIGIN}/admin`)

  // Without a network, the notification stays for another tap.
  await page.context().route('**/api/push/off', (route) => route.abort('internetdisconnected'))
  await start(phone, message.data, 'off')
  await expect(page.getByText('Ton réglage n’a pas été enregistré. Réessaie.')).toBeVisible()
  expect(phone.callsOf('PushNotifications', 'removeDeliveredNotifications')).toEqual([])
  await page.context().unroute('**/api/push/off')

  await start(phone, message.data, 'off')
  await expect(page.getByText('C’est noté\u00a0: plus de message de ce genre.')).toBeVisible()
  expect(phone.callsOf('PushNotifications', 'removeDeliveredNotifications')).toEqual([
    { notifications: [{ id: '0', tag: message.data.tag, data: {} }] },
  ])
  await page.goto(`${APP_ORIGIN}/profile`)
  await expect(panel(page).getByRole('checkbox', { name: 'Rappel avant la fin' })).not.toBeChecked()
})

test('on iOS, the action of a notification turns off notifications of its kind', async ({ page, world }) => {
  const phone = await openProfile(page, world, 'ios')
  phone.push.token = 'AB'.repeat(32)
  await enable(page)
  expect(phone.callsOf('PushNotifications', 'createChannel')).toEqual([])
  const fan = asFan(page, world, phone)
  expect(await fan.devices()).toMatchObject([{ kind: 'apns' }])

  await fan.choose({ quiet_from: 0, quiet_until: 0 })
  const match = await world.build()
  await fan.vote(match.id, match.playerIds[0])
  await world.finish(match.id, 51)
  const { aps, ...data } = JSON.parse((await messageTo(world, phone.push.token.toLowerCase())).toString())
  expect(aps.category).toBe('reminder')
  const tapped = { actionId: 'off', notification: { id: '1', data } }
  await phone.emit('PushNotifications', 'pushNotificationActionPerformed', tapped)
  await expect(page.getByText('C’est noté\u00a0: plus de message de ce genre.')).toBeVisible()
  await expect(panel(page).getByRole('checkbox', { name: 'Rappel avant la fin' })).not.toBeChecked()
})

test('the app sends a changed push token at its next start, and unregisters only after a successful sign-out', async ({
  page,
  world,
}) => {
  const phone = await openProfile(page, world)
  await enable(page)
  const fan = asFan(page, world, phone)
  const [before] = await fan.devices()
  phone.push.token = crypto.randomUUID().repeat(2)
  const replaced = page.waitForResponse((answer) => answer.url().endsWith('/api/me/push/subscriptions/remove'))
  await page.reload()
  await replaced
  const [after, ...others] = await fan.devices()
  expect(others).toEqual([])
  expect(after?.id).not.toBe(before?.id)
  await expect(button(page, DISABLE)).toBeVisible()

  await page.context().route('**/api/auth/sign-out', (route) => route.fulfill({ status: 503 }))
  await button(page, 'Se déconnecter').click()
  await expect(page.getByText(/^❌/)).toBeVisible()
  expect([await fan.devices(), phone.callsOf('PushNotifications', 'unregister')]).toEqual([[after], []])
  await page.context().unroute('**/api/auth/sign-out')
  await button(page, 'Se déconnecter').click()
  await expect.poll(() => phone.callsOf('PushNotifications', 'unregister')).toHaveLength(1)
})

test('a fan who signs in again still gets notifications, and another fan on the same phone gets none of the former fan’s', async ({
  page,
  world,
}) => {
  const phone = await openApp(page, world, '/profile')
  const { fan } = await signInByBrowser(page, world, phone)
  await enable(page)

  await test.step('a fan who signs in again to delete the account has one session and the same push subscription', async () => {
    const [device] = await asFan(page, world, phone).devices()
    const [former] = phone.vault.values()

    await page
      .context()
      .route('**/api/functions/delete-user-account', (route) =>
        route.fulfill({ status: 403, json: { error: { code: 'sign_in_again', message: 'Reconnecte-toi.', id: 'x' } } }),
      )
    await button(page, 'Supprimer mon compte').click()
    await button(page, 'Continuer').click()
    await button(page, 'Supprimer définitivement').click()
    await signInByBrowser(page, world, phone, { as: fan })
    expect(phone.vault.size).toBe(1)
    expect(await asFan(page, world, phone).devices()).toEqual([device])
    const headers = { authorization: `Bearer ${former}`, origin: APP_ORIGIN }
    expect((await (await page.request.get(`${world.url}/api/me`, { headers })).json()).fan).toBeNull()
  })
  await test.step('a fan whose session was ended on another device gets notifications again after signing in', async () => {
    const [before] = await asFan(page, world, phone).devices()

    const headers = { cookie: fan.cookie, origin: world.url }
    const ended = await page.request.post(`${world.url}/api/me/sessions/end`, { headers, data: { scope: 'others' } })
    expect(ended.ok()).toBe(true)
    await page.reload()
    await expect(button(page, BEGIN)).toBeVisible()
    await signInByBrowser(page, world, phone, { as: fan })
    await expect.poll(asFan(page, world, phone).devices).toHaveLength(1)
    const [after] = await asFan(page, world, phone).devices()
    expect(after?.id).not.toBe(before?.id)
    await expect(button(page, DISABLE)).toBeVisible()
  })
  await test.step('the phone unregisters a fan whose session it has lost once another fan signs in', async () => {
    const before = phone.callsOf('PushNotifications', 'unregister').length
    phone.vault.clear()
    await page.reload()
    await expect(button(page, BEGIN)).toBeVisible()
    expect(phone.callsOf('PushNotifications', 'unregister')).toHaveLength(before)
    await signInByBrowser(page, world, phone)
    await expect.poll(() => phone.callsOf('PushNotifications', 'unregister')).toHaveLength(before + 1)
    await expect(button(page, ENABLE)).toBeVisible()
  })
})

test('the profile shows that the server cannot notify phones; a fan who refuses sees where to allow notifications, and is asked only once', async ({
  page,
  world,
}) => {
  await page.context().route('**/api/me/push', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), phones: [] } })
  })
  const phone = await openProfile(page, world)
  await expect(panel(page).getByText('Cette version de l’app ne reçoit pas encore de notifications.')).toBeVisible()
  await expect(button(page, ENABLE)).toHaveCount(0)
  await page.context().unroute('**/api/me/push')
  await page.reload()
  phone.push.answer = 'denied'
  await button(page, ENABLE).click()
  await expect(panel(page).getByText(/^Ton téléphone bloque les notifications de Tribune\./)).toBeVisible()
  await expectNoViolation(page, 'notifications blocked in the app')
  await expectToFit(page, SMALL_PHONE)
  await page.reload()
  await expect(panel(page).getByText(/^Ton téléphone bloque/)).toBeVisible()
  expect(phone.callsOf('PushNotifications', 'requestPermissions')).toHaveLength(1)
  expect(phone.callsOf('PushNotifications', 'register')).toEqual([])
})
