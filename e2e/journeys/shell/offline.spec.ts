import type { Page } from '@playwright/test'
import { homeMatches, openLiveMatch, read } from '../../support/api.ts'
import { scrolled, scrollPage } from '../../support/home.ts'
import { openMatch, target } from '../../support/match.ts'
import { test } from '../../support/relayed.ts'
import { NAMES, OFFLINE_SENTENCE } from '../../support/samples.ts'
import { expectStill, watchShiftsFromNow } from '../../support/shifts.ts'
import { enterAs } from '../../support/sign-in.ts'
import { cachedAnswers, leaveApp, storedOnPhone, workerInControl, workerReady } from '../../support/worker.ts'
import { expect, type World } from '../../support/world.ts'

// Without a network, requests to the server fail: the browser reports them, and so does the worker.
test.beforeEach(({ complaints }) =>
  complaints.allow(/^ERR_(INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING) \/(api|media)\//),
)

const NEWS = /^Hors ligne — dernières nouvelles à \d+\u00a0h/
const follows = (page: Page) => storedOnPhone(page, 'tribune-follows')
const bar = (page: Page) => page.getByText(/^Hors ligne( —|$)/)

/** Screens, and what each shows only when its data is there. */
async function readable(world: World): Promise<[path: string, text: string][]> {
  const before = Date.now() - 2 * 3_600_000
  const closed = (await homeMatches(world)).find(({ finished_at }) => Date.parse(finished_at ?? '') < before)
  const { items } = await read<{ items: { player_id: number; player_name: string }[] }>(
    world,
    '/api/rpc/get_season_ranking_corrected?p_limit=1&p_offset=0&p_search=',
  )
  const first = items[0]
  if (closed === undefined || first === undefined) throw new Error('The test world has no finished match or no ranking')
  return [
    ['/', 'Voter en direct'],
    [`/match/${closed.match_id}`, 'Votes clos'],
    ['/rankings', first.player_name],
    [`/player/${first.player_id}`, first.player_name],
    ['/points', 'Comment ça marche'],
  ]
}

test('screens seen before are readable without a network, after a reload and from a cold start', async ({
  page,
  world,
}) => {
  const screens = await readable(world)
  await page.goto('/')
  await workerReady(page)
  for (const [path] of screens) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  // A tab that has been online: the browser forgets that there is no network where a tab's first document is loaded without one.
  const cold = await page.context().newPage()
  await cold.goto('/points')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(screens.at(-1)?.[1] ?? '').first()).toBeVisible()
  await leaveApp(page)
  for (const [path, text] of screens) {
    await cold.goto(path)
    await expect(cold.getByText(text).first(), path).toBeVisible()
    await expect(bar(cold), path).toHaveText(NEWS)
    if (path.startsWith('/player/')) await expect(cold.getByRole('heading', { name: 'Sa forme' })).toBeVisible()
  }
})

test('one visit is enough to read home and the ranking offline; uncached screens show a message, and load by themselves once the network is back', async ({
  page,
  world,
}) => {
  const reports: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/browser_errors')) reports.push(request.postData() ?? '')
  })
  const { match } = await openLiveMatch(world)
  const [path = '', name = ''] = (await readable(world)).find(([one]) => one.startsWith('/player/')) ?? []
  await page.goto('/')
  await expect(page.getByText('Voter en direct').first()).toBeVisible()
  await workerReady(page)
  await workerReady(page, 'get_season_ranking')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('Voter en direct').first()).toBeVisible()
  await page.goto('/rankings')
  await expect(page.getByText(name).first()).toBeVisible()
  await expect(bar(page)).toHaveText(NEWS)
  const uncached = [`/match/${match.match_id}`, `/rankings?q=${encodeURIComponent(name)}`, path, '/history', '/profile']
  for (const one of uncached) {
    await test.step(one, async () => {
      await page.context().setOffline(true)
      await page.goto(one)
      await expect(page.getByText(OFFLINE_SENTENCE).first()).toBeVisible()
      await expect(bar(page)).toBeVisible()
      await page.context().setOffline(false)
      await expect(page.getByText(OFFLINE_SENTENCE)).toHaveCount(0)
      await expect(bar(page)).toBeHidden()
    })
  }
  expect(reports, 'a lost network is not an error of the app').toEqual([])
})

test('a tab that another tab’s worker takes over is readable offline too', async ({ page, world }) => {
  const [[path, name] = ['', '']] = (await readable(world)).filter(([path]) => path.startsWith('/player/'))
  const started = Promise.withResolvers<void>()
  await page.route(/\/assets\/afterwards-/, (route) => started.promise.then(() => route.continue()))
  await page.goto(path)
  await expect(page.getByText(name).first()).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/points')
  await workerInControl(page)
  started.resolve()
  await workerReady(page, `players_ref/${path.slice('/player/'.length)}`)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(name).first()).toBeVisible()
})

test('a live match that was opened once, by a link, opens again without a network', async ({ page, world }) => {
  const match = await world.build({ names: NAMES })
  await openMatch(page, match.id)
  await workerReady(page, 'get_match_screen')
  const cold = await page.context().newPage()
  await cold.goto('/points')
  await page.context().setOffline(true)
  await leaveApp(page)
  await cold.goto(`/match/${match.id}`)
  await expect(cold.getByText(NAMES[0] ?? '').first()).toBeVisible()
  await expect(bar(cold)).toHaveText(NEWS)
})

test('without a network a visitor’s vote is refused at once with its reason, and never sent later', async ({
  page,
  world,
}) => {
  const { match, players } = await openLiveMatch(world)
  const [player = 0] = players.filter(({ did_play }) => did_play !== false).map(({ player_id }) => player_id)
  await page.goto(`/match/${match.match_id}`)
  await expect(page.getByText('Touche trois joueurs')).toBeVisible()
  await workerReady(page, 'get_match_screen')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await page.context().setOffline(true)
  await expect(page.getByText('Hors ligne : vote impossible')).toBeVisible()
  await target(page, player).click()
  await expect(page.getByText(`Erreur: ${OFFLINE_SENTENCE}`)).toBeVisible()
  await expect(target(page, player)).toHaveAttribute('aria-pressed', 'false')

  await page.context().setOffline(false)
  await expect(page.getByText('Hors ligne : vote impossible')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Touche trois joueurs')).toBeVisible()
  await expect(target(page, player)).toHaveAttribute('aria-pressed', 'false')
  expect(sent).toEqual([])
})

test('an unreachable server is distinguished from a phone without network', async ({ page, relay }) => {
  await page.goto(relay.url)
  await workerReady(page)
  relay.cut(true)
  await page.reload()
  await expect(page.getByText(/^Réseau faible — dernières nouvelles à/)).toBeVisible()
  await expect(page.getByText('Voter en direct').first()).toBeVisible()
  relay.cut(false)
  await page.getByRole('button', { name: 'Actualiser' }).first().click()
  await expect(page.getByText(/^Réseau faible/)).toBeHidden()
})

test('a fan’s own data is never cached, and nothing of them is left after signing out', async ({ page, world }) => {
  const { match } = await openLiveMatch(world)
  await enterAs(page, world, world.fan)
  await page.goto('/')
  await workerReady(page)
  for (const path of ['/', `/match/${match.match_id}`, '/rankings', '/profile']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  await expect(page.getByText(world.fan.email)).toBeVisible()
  const cached = await cachedAnswers(page)
  expect(cached.filter(({ url }) => /\/api\/(me|votes|auth|user|rpc\/get_my)/.test(url))).toEqual([])
  expect(cached.filter(({ body }) => body.includes(world.fan.email))).toEqual([])
  expect(cached.length).toBeGreaterThan(3)

  await page.goto(`/match/${match.match_id}`)
  const followed = page.waitForResponse((answer) => answer.url().includes('/api/follows/') && answer.ok())
  await page
    .getByRole('button', { name: /^Suivre / })
    .first()
    .click()
  await followed
  expect(await follows(page)).not.toBeNull()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page.getByRole('button', { name: 'Recevoir mon code' })).toBeVisible()
  expect(await follows(page)).toBeNull()
  await page.context().setOffline(true)
  await page.goto('/profile')
  await expect(bar(page)).toBeVisible()
  await expect(page.getByText(world.fan.email)).toBeHidden()
})

test('the offline bar appears and disappears without layout shifts', async ({ page, world }) => {
  const { match } = await openLiveMatch(world)
  for (const path of ['/', `/match/${match.match_id}`]) {
    await page.goto(path)
    await workerInControl(page)
    await page.waitForLoadState('networkidle')
    await scrollPage(page, 600)
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
    const shifts = await watchShiftsFromNow(page)
    await page.context().setOffline(true)
    await expect(bar(page)).toBeVisible()
    await page.context().setOffline(false)
    await expect(bar(page)).toBeHidden()
    await expectStill(shifts)
  }
})
