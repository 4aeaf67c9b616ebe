import type { Locator, Page } from '@playwright/test'
import { read } from '../../support/api.ts'
import { expectNoViolation } from '../../support/axe.ts'
import { target } from '../../support/match.ts'
import { BEGIN, openApp, signInByBrowser } from '../../support/native-app.ts'
import { APP_ORIGIN, holdPhone } from '../../support/phone.ts'
import { NAMES, OFFLINE_SENTENCE } from '../../support/samples.ts'
import { button } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

const bar = (page: Page) => page.getByText(/^Hors ligne( —|$)/)

// Without a network, requests to the server fail.
test.beforeEach(({ complaints }) => complaints.allow(/^ERR_(INTERNET_DISCONNECTED|FAILED) \/(api|media)\//))

/** Addresses of the answers that the phone has stored. */
function storedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('tribune-answers', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const keys = opening.result.transaction('bodies').objectStore('bodies').getAllKeys()
          keys.onsuccess = () => {
            opening.result.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )
}

/** Starts the app again, as after it was closed, with or without a network. */
async function restart(page: Page, isOffline: boolean): Promise<Page> {
  const next = await page.context().newPage()
  await holdPhone(next)
  await page.close()
  await next.context().setOffline(isOffline)
  return next
}

/** Screens, and what each shows only when its data is there. */
async function readable(world: World, matchId: number): Promise<[path: string, shown: (page: Page) => Locator][]> {
  const { items } = await read<{ items: { player_id: number; player_name: string }[] }>(
    world,
    '/api/rpc/get_season_ranking_corrected?p_limit=1&p_offset=0&p_search=',
  )
  const first = items[0]
  if (first === undefined) throw new Error('The test world has no ranking')
  const text = (words: string) => (page: Page) => page.getByText(words).first()
  return [
    ['/', text('Voter en direct')],
    [`/match/${matchId}`, text(NAMES[0] ?? '')],
    ['/rankings', text(first.player_name)],
    [`/player/${first.player_id}`, text(first.player_name)],
    ['/history', (page) => page.getByRole('main').locator('a[href^="/match/"]').first()],
    ['/points', text('Comment ça marche')],
  ]
}

test('screens seen before are readable after a restart without a network, with their age; the others show why they are not', async ({
  page,
  world,
}) => {
  const [seen, unseen] = [await world.build({ names: NAMES }), await world.build({ names: NAMES })]
  const screens = await readable(world, seen.id)
  const astray: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === APP_ORIGIN && /^\/(?:api|media|share|sw\.js)/.test(pathname)) astray.push(pathname)
  })
  await openApp(page, world, '/profile')
  await page.waitForLoadState('networkidle')
  for (const [path, shown] of screens) {
    await page.goto(`${APP_ORIGIN}${path}`)
    await expect(shown(page), path).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await test.step('no request goes to the app’s own bundled pages, and no service worker is installed', async () => {
    expect(astray).toEqual([])
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  })
  await expect.poll(async () => (await storedAddresses(page)).length).toBeGreaterThan(5)

  const again = await restart(page, true)
  for (const [path, shown] of screens) {
    await again.goto(`${APP_ORIGIN}${path}`)
    await expect(shown(again), path).toBeVisible()
    await expect(bar(again), path).toHaveText(/^Hors ligne — dernières nouvelles à \d+\u00a0h/)
  }
  await again.goto(`${APP_ORIGIN}/match/${seen.id}`)
  await expect(target(again, seen.playerIds[0] ?? 0)).toBeVisible()
  await expectNoViolation(again, 'a match of the app without a network')
  await again.goto(`${APP_ORIGIN}/match/${unseen.id}`)
  await expect(again.getByText(OFFLINE_SENTENCE)).toBeVisible()
  await expect(bar(again)).toHaveText('Hors ligne')

  await again.context().setOffline(false)
  await expect(target(again, unseen.playerIds[0] ?? 0)).toBeVisible()
  await expect(bar(again)).toBeHidden()
})

test('nothing of a fan is stored but their session, and signing out erases what they have read', async ({
  page,
  world,
}) => {
  const match = await world.build({ names: NAMES })
  const phone = await openApp(page, world, '/profile')
  await signInByBrowser(page, world, phone)
  for (const path of ['/', `/match/${match.id}`, '/profile']) {
    await page.goto(`${APP_ORIGIN}${path}`)
    await page.waitForLoadState('networkidle')
  }
  const address = `/api/rpc/get_match_screen?match_id=${match.id}`
  await expect.poll(() => storedAddresses(page)).toContain(address)
  expect((await storedAddresses(page)).filter((stored) => /\/api\/(me|votes|auth|follows)/.test(stored))).toEqual([])

  await button(page, 'Se déconnecter').click()
  await expect(button(page, BEGIN)).toBeVisible()
  await expect.poll(() => storedAddresses(page)).not.toContain(address)
  const again = await restart(page, true)
  await again.goto(`${APP_ORIGIN}/match/${match.id}`)
  await expect(again.getByText(OFFLINE_SENTENCE)).toBeVisible()
})
