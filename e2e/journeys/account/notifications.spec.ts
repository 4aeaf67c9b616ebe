import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { choose } from '../../support/match.ts'
import {
  DISABLE,
  ENABLE,
  enable,
  givePush,
  hideActions,
  messageTo,
  moveBrowser,
  panel,
  receiverOf,
  tellWorkerOfMove,
} from '../../support/push.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { button } from '../../support/sign-in.ts'
import { markPage, storedOnPhone, workerInControl } from '../../support/worker.ts'
import { expect, test, type World } from '../../support/world.ts'

const KINDS = {
  opening: 'Ouverture du vote',
  reminder: 'Rappel avant la fin',
  spoilers: 'Score et vainqueur',
} as const

const choice = (page: Page, kind: keyof typeof KINDS) => panel(page).getByRole('checkbox', { name: KINDS[kind] })

/** Opens the settings of a signed-in fan. */
async function openSettings(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(choice(page, 'opening')).toBeVisible()
}

/** Does something that saves the settings, and waits until they are saved. */
async function saved(page: Page, change: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((one) => one.url().endsWith('/api/me/push/settings') && one.ok())
  await change()
  await answer
}

/** The devices of the signed-in fan, as the server has them. */
const devicesOf = async (page: Page): Promise<readonly { readonly id: string }[]> =>
  (await (await page.request.get('/api/me/push')).json()).items

/** Turns notifications on, without quiet hours, so that the journey may run at night. */
async function turnOn(page: Page): Promise<void> {
  await openSettings(page)
  await enable(page)
  await saved(page, () => panel(page).getByLabel('à', { exact: true }).selectOption('0'))
}

/** Title of the reminder of a match that ends its vote in nine minutes. */
const REMINDER = 'Plus que 9\u00a0minutes'

/** Votes for one player of such a match. Returns the match. */
async function voteIncompletely(page: Page, world: World) {
  const match = await world.build({ home: 'FC Rive', away: 'Stade Aval' })
  const top3 = [{ position: 1, player_id: match.playerIds[0] }]
  const cast = await page.request.put(`/api/votes/${match.id}`, { data: { top3 }, headers: { origin: world.url } })
  expect(cast.ok()).toBe(true)
  await world.finish(match.id, 51)
  return match
}

test('a fan turns notifications on, receives one, turns its kind off from it, and a tap on it opens the match', async ({
  page,
  world,
}) => {
  const [browser] = await givePush(page)
  await world.signIn(page)
  await turnOn(page)
  await workerInControl(page)
  await expectNoViolation(page, 'notifications on')

  const match = await voteIncompletely(page, world)
  const notification = browser.read(await messageTo(world, browser.endpoint))
  const receiver = await receiverOf(page, world)
  await receiver.deliver(notification)
  const text = `${REMINDER}: Ton podium de FC Rive\u00a0– Stade Aval est incomplet.`
  await expect.poll(receiver.shown).toEqual([text])
  // A service that delivers it once more replaces it.
  await receiver.deliver(notification)
  await expect.poll(receiver.showings).toHaveLength(2)
  expect(await receiver.shown()).toEqual([text])

  await page.context().route('**/api/push/off', (route) => route.abort())
  await receiver.tap('off')
  const failed = 'Ton choix n’a pas été enregistré. Réessaie quand tu auras du réseau.'
  await expect.poll(receiver.shown).toEqual([`${REMINDER}: ${failed}`])
  await page.context().unroute('**/api/push/off')
  await receiver.tap('off')
  await expect.poll(receiver.shown).toEqual([])
  const isReminded = async () => {
    await openSettings(page)
    return choice(page, 'reminder').isChecked()
  }
  await expect.poll(isReminded).toBe(false)
  await expect(choice(page, 'opening')).toBeChecked()

  await receiver.deliver({ ...notification, tag: 'another' })
  await expect.poll(receiver.shown).toEqual([text])
  await receiver.tap()
  await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('FC Rive')

  await test.step('a window that shows the match is focused without a reload, and another window stays unchanged', async () => {
    const isMarked = await markPage(page)
    const other = await page.context().newPage()
    await other.goto('/points')
    await workerInControl(other)
    await receiver.deliver({ ...notification, tag: 'a third' })
    await expect.poll(receiver.shown).toEqual([text])
    await receiver.tap()
    await expect.poll(receiver.shown).toEqual([])
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
    await expect(other).toHaveURL(`${world.url}/points`)
    expect(await isMarked()).toBe(true)
  })
  await test.step('an alert to the operator has no action, and a tap on it opens the area, in any browser', async () => {
    await receiver.deliver({ ...notification, tag: 'a fourth' })
    await expect.poll(receiver.actions).toBe(1)
    await receiver.dismiss()
    await hideActions(page)
    const data = { path: '/admin', kind: 'alert' }
    await receiver.deliver({ title: 'Tribune a besoin de toi', body: 'Un résultat.', tag: 'a fifth', data })
    await expect.poll(receiver.shown).toEqual(['Tribune a besoin de toi: Un résultat.'])
    expect(await receiver.actions()).toBe(0)
    await receiver.tap()
    await expect
      .poll(() =>
        page
          .context()
          .pages()
          .map((one) => one.url()),
      )
      .toContain(`${world.url}/admin`)
  })
})

test('settings that are open when a message turns its kind off show it, and saving another leaves it off', async ({
  page,
  world,
}) => {
  const [browser] = await givePush(page)
  await world.signIn(page)
  await turnOn(page)
  await workerInControl(page)
  await expect.poll(() => storedOnPhone(page, 'tribune-fan')).not.toBeNull()
  await voteIncompletely(page, world)
  const receiver = await receiverOf(page, world)
  await receiver.deliver(browser.read(await messageTo(world, browser.endpoint)))
  await expect.poll(receiver.shown).toHaveLength(1)
  await receiver.tap('off')
  await expect(choice(page, 'reminder')).not.toBeChecked()

  // Changes a setting as another device does: the page is not notified.
  const off = { data: { opening: false }, headers: { origin: world.url } }
  await page.request.put('/api/me/push/settings', off)
  await expect(choice(page, 'opening')).toBeChecked()
  await saved(page, () => choice(page, 'spoilers').click())
  await expect(choice(page, 'opening')).not.toBeChecked()
  const { settings } = await (await page.request.get('/api/me/push')).json()
  expect(settings).toMatchObject({ opening: false, reminder: false, result: true, spoilers: true })
})

test('another fan who signs in ends the messages of the former one on this device', async ({ page, world }) => {
  await givePush(page)
  await world.signIn(page)
  await turnOn(page)
  await page.context().clearCookies()
  await page.goto('/points')
  await page.waitForLoadState('networkidle')
  const isSubscribed = () => page.evaluate(() => caches.has('tribune-push'))
  expect(await isSubscribed()).toBe(true)
  await world.signIn(page)
  await page.reload()
  await expect.poll(isSubscribed).toBe(false)
  const subscription = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.getRegistration()
      return worker?.pushManager.getSubscription()
    })
  await expect.poll(subscription).toBeNull()
})

test.describe('where notifications show no action', () => {
  const offer = (page: Page) => page.getByRole('button', { name: 'Ne plus recevoir ces messages' })

  /** A fan whose browser has a reminder for them. Returns it, and its match. */
  async function reminded(page: Page, world: World) {
    const [browser] = await givePush(page)
    await world.signIn(page)
    await turnOn(page)
    await workerInControl(page)
    await hideActions(page)
    const match = await voteIncompletely(page, world)
    return { match, message: browser.read(await messageTo(world, browser.endpoint)) }
  }

  test('the match that a tap opens offers to end messages of this kind, once', async ({ page, world, complaints }) => {
    const { match, message } = await reminded(page, world)
    const receiver = await receiverOf(page, world)
    await receiver.deliver(message)
    await expect.poll(receiver.shown).toHaveLength(1)
    await receiver.tap()
    const reason = 'Tribune te prévient dix minutes avant la fin, si ton vote est incomplet.'
    await expect(panel(page).getByText(reason)).toBeVisible()
    await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
    await expectNoViolation(page, 'the line of a message')
    await expectToFit(page, SMALL_PHONE)

    await page.context().route('**/api/push/off', (route) => route.abort())
    await offer(page).click()
    await expect(page.getByText('Ton réglage n’a pas été enregistré. Réessaie.')).toBeVisible()
    await page.context().unroute('**/api/push/off')
    await page.context().clearCookies()
    // The page believes in its session until a read of the settings, which have changed, is refused.
    complaints.allow(/^401 \/api\/me\/push$/)
    await offer(page).click()
    await expect(page.getByText('C’est noté\u00a0: plus de message de ce genre.')).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('FC Rive')
    await expect(offer(page)).toHaveCount(0)
  })

  test('a message that the browser itself opens makes the same offer, even on an open match, until the fan closes it', async ({
    page,
    world,
  }) => {
    const { match, message } = await reminded(page, world)
    await page.goto(`/match/${match.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('FC Rive')
    await expect(offer(page)).toHaveCount(0)
    await page.goto(message.navigate)
    await expect(offer(page)).toBeVisible()
    await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
    await panel(page).getByRole('button', { name: 'Fermer' }).click()
    await expect(offer(page)).toHaveCount(0)

    // It makes way for the vote.
    await page.goto(message.navigate)
    await expect(offer(page)).toBeVisible()
    await choose(page, ...match.playerIds.slice(1, 2))
    await expect(offer(page)).toHaveCount(0)
    await openSettings(page)
    await expect(choice(page, 'reminder')).toBeChecked()
  })
})

test('the worker reports a new address without a session, and messages arrive there', async ({ page, world }) => {
  const [, moved] = await givePush(page)
  await world.signIn(page)
  await turnOn(page)
  await workerInControl(page)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await tellWorkerOfMove(page, moved)
  const known = () => page.evaluate(async () => (await (await caches.match('/own-subscription'))?.json())?.endpoint)
  await expect.poll(known).toBe(moved.endpoint)
  await page.context().addCookies(cookies)
  await voteIncompletely(page, world)
  expect(moved.read(await messageTo(world, moved.endpoint)).title).toBe(REMINDER)
})

test('a new address that no worker has reported is reported at the next opening', async ({
  page,
  world,
  complaints,
}) => {
  await givePush(page)
  await world.signIn(page)
  await turnOn(page)
  const devices = async () => (await (await page.request.get('/api/me/push')).json()).items as { id: string }[]
  const [before] = await devices()
  await moveBrowser(page)
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/api/push/renew'))
  await page.goto('/points')
  expect((await renewed).status()).toBe(200)
  expect(await devices()).toEqual([expect.objectContaining({ id: before?.id })])

  // The server has since deleted the old address: the fan’s session adds the new one.
  complaints.allow(/^404 \/api\/push\/renew/)
  const headers = { origin: world.url }
  await page.request.post('/api/me/push/subscriptions/remove', { data: { id: before?.id }, headers })
  await moveBrowser(page, 0)
  const added = page.waitForResponse((answer) => answer.url().endsWith('/api/me/push/subscriptions'))
  await page.goto('/')
  expect((await added).status()).toBe(200)
  expect(await devices()).toHaveLength(1)
  await openSettings(page)
  await expect(button(page, DISABLE)).toBeVisible()
})

test('a device that the server has lost, or that subscribed with another key, subscribes again until its fan turns it off', async ({
  page,
  world,
}) => {
  await givePush(page)
  await world.signIn(page)
  await turnOn(page)
  await test.step('lost with its session, it goes on at the next opening', async () => {
    const [before] = await devicesOf(page)
    await page.request.post('/api/me/push/subscriptions/remove', {
      data: { id: before?.id },
      headers: { origin: world.url },
    })
    const added = page.waitForResponse((answer) => answer.url().endsWith('/api/me/push/subscriptions'))
    await page.goto('/points')
    expect((await added).status()).toBe(200)
    expect(await devicesOf(page)).toHaveLength(1)
  })
  await test.step('subscribed for another key, it is off until it has subscribed again', async () => {
    await page.evaluate(async () => {
      const cache = await caches.open('tribune-push')
      const own = await (await cache.match('/own-subscription'))?.json()
      await cache.put('/own-subscription', new Response(JSON.stringify({ ...own, publicKey: 'former' })))
    })
    await page.context().route('**/api/me/push/subscriptions', (route) => route.abort())
    await openSettings(page)
    await expect(button(page, ENABLE)).toBeVisible()
    await page.context().unroute('**/api/me/push/subscriptions')
    const added = page.waitForResponse((answer) => answer.url().endsWith('/api/me/push/subscriptions'))
    await page.reload()
    expect((await added).status()).toBe(200)
    await expect(button(page, DISABLE)).toBeVisible()
    expect(await devicesOf(page)).toHaveLength(1)
  })
  await test.step('turned off, nothing is sent there any more', async () => {
    await page.reload()
    await button(page, DISABLE).click()
    await expect(page.getByText('Notifications désactivées sur cet appareil.')).toBeVisible()
    await expect(button(page, ENABLE)).toBeVisible()
    const { items } = await (await page.request.get('/api/me/push')).json()
    expect(items).toEqual([])
    await page.reload()
    await expect(button(page, ENABLE)).toBeVisible()
  })
})

test('signing out ends the messages of this device, unless it fails', async ({ page, world }) => {
  await givePush(page)
  await world.signIn(page)
  await turnOn(page)
  await page.context().route('**/api/auth/sign-out', (route) => route.fulfill({ status: 503 }))
  await button(page, 'Se déconnecter').click()
  await expect(page.getByText(/^❌/)).toBeVisible()
  expect(await devicesOf(page)).toHaveLength(1)
  await page.context().unroute('**/api/auth/sign-out')
  await page.reload()
  await expect(button(page, DISABLE)).toBeVisible()

  await button(page, 'Se déconnecter').click()
  await expect(page.getByText('À bientôt\u202f!')).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.has('tribune-push'))).toBe(false)
  await world.signIn(page)
  await openSettings(page)
  await expect(button(page, ENABLE)).toBeVisible()
})

test.describe('a fan far from France', () => {
  test.use({ timezoneId: 'America/Martinique' })

  test('sees a stored time zone that differs from theirs, and gets quiet hours in their own', async ({
    page,
    world,
  }) => {
    await givePush(page)
    await world.signIn(page)
    await openSettings(page)
    await expect(panel(page).getByText('Fuseau horaire\u00a0: Paris')).toBeVisible()
    await saved(page, () => enable(page))
    const { settings } = await (await page.request.get('/api/me/push')).json()
    expect(settings).toMatchObject({ time_zone: 'America/Martinique', quiet_from: 0, quiet_until: 480 })
    await expect(panel(page).getByText('Fuseau horaire')).toHaveCount(0)
  })
})
