import type { Page } from '@playwright/test'
import { hold } from '../../support/home.ts'
import { atMatch, choose, incomplete, openAsFan, podium, target, watchBallots } from '../../support/match.ts'
import { type Relay, test } from '../../support/relayed.ts'
import { NAMES } from '../../support/samples.ts'
import { leaveApp, lookForVersion, markPage, stopWorkers, workerReady } from '../../support/worker.ts'
import { expect, type World } from '../../support/world.ts'

// Without a network, requests to the server fail.
test.beforeEach(({ complaints }) =>
  complaints.allow(
    /^ERR_(INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING) \/(api|media|share)\//,
  ),
)

const MATCH = 'Stade Clairmont – AS Belleroche'
const waits = (page: Page) => expect(podium(page).getByText('En attente de réseau')).toBeVisible()
const expectPicked = (page: Page, playerId: number, picked = true) =>
  expect(target(page, playerId)).toHaveAttribute('aria-pressed', String(picked))
const held = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('tribune-held')))

/** The players of the stored ballot of a fan, by place; null without one. */
async function stored(world: World, cookie: string, matchId: number): Promise<number[] | null> {
  const answer = await fetch(`${world.url}/api/votes/${matchId}`, { headers: { cookie } })
  const { vote } = (await answer.json()) as { vote: { top3: { player_id: number }[] } | null }
  return vote === null ? null : vote.top3.map(({ player_id }) => player_id)
}

/** A fan at an open match, whose phone has all it needs of the app. */
async function atCachedMatch(page: Page, world: World) {
  const at = await atMatch(page, world)
  await workerReady(page, 'get_match_screen')
  await expect(page.getByText('Touche trois joueurs')).toBeVisible()
  return at
}

/** The same, on a network that can be cut without the browser's knowledge. */
async function atRelayedMatch(page: Page, relay: Relay, world: World) {
  const fan = await world.signIn(page)
  const match = await world.build({ names: NAMES })
  await watchBallots(page)
  await openAsFan(page, `${relay.url}/match/${match.id}`)
  await expect(page.getByText('Touche trois joueurs')).toBeVisible()
  await workerReady(page, 'get_match_screen')
  return { fan, match }
}

test('a vote without a network waits, survives a restart, and is sent once the network is back', async ({
  page,
  world,
}) => {
  const fan = await world.signIn(page)
  const { id, playerIds } = await world.build({ names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' })
  const [a = 0, b = 0, c = 0] = playerIds
  await page.goto(`/match/${id}`)
  await workerReady(page, 'get_match_screen')
  await page.reload()
  await page.waitForLoadState('networkidle')
  // A tab that has been online, for a start without a network.
  const cold = await page.context().newPage()
  await cold.goto('/points')
  await page.context().setOffline(true)
  await expect(page.getByText('Hors ligne : ton vote attendra')).toBeVisible()
  await choose(page, a, b)
  await waits(page)
  await expect(podium(page)).toContainText('2/3')
  await expect(page.getByText('Gardé sur ce téléphone')).toBeVisible()
  await leaveApp(page)

  await cold.goto(`/match/${id}`)
  await waits(cold)
  await expectPicked(cold, a)
  await choose(cold, c)
  await expect(podium(cold)).toContainText('3/3')
  await waits(cold)
  expect(await stored(world, fan.cookie, id)).toBeNull()

  const sent: string[] = []
  cold.on('requestfinished', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await cold.context().setOffline(false)
  await expect(cold.getByText(`Ton vote pour ${MATCH} est parti.`)).toBeVisible()
  await expect(podium(cold).getByText('Enregistré', { exact: true })).toBeVisible()
  await expect(cold.getByText('Vote effectué ! Changer mon vote')).toBeAttached()
  expect(await stored(world, fan.cookie, id)).toEqual([a, b, c])
  expect(sent).toHaveLength(1)
  expect(await held(cold)).toEqual([])
})

test('a vote that waits is sent from another screen too, at the next start', async ({ page, world }) => {
  const { fan, id, a } = await atCachedMatch(page, world)
  await page.context().setOffline(true)
  await target(page, a).click()
  await waits(page)
  // The network comes back while the app is closed.
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto('/points')
  await expect(page.getByText(`Ton vote pour ${MATCH} est parti.`)).toBeVisible({ timeout: 15_000 })
  expect(await stored(world, fan.cookie, id)).toEqual([a])
})

test('a vote that waits until its match is closed is shown as too late, and is not counted', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^409 \/api\/votes\/\d+$/)
  const { fan, id, a } = await atCachedMatch(page, world)
  await page.context().setOffline(true)
  await target(page, a).click()
  await waits(page)
  await page.goto('about:blank')
  await world.finish(id, 61)
  await page.context().setOffline(false)
  await page.goto('/points')
  await expect(page.getByText(`Trop tard : le vote de ${MATCH} était clos`)).toBeVisible({ timeout: 15_000 })
  expect(await stored(world, fan.cookie, id)).toBeNull()
  expect(await held(page)).toEqual([])
})

test('a vote that a weak network loses waits, and is sent by itself', async ({ page, relay, world }) => {
  const { fan, match } = await atRelayedMatch(page, relay, world)
  const [a = 0] = match.playerIds
  relay.cut(true)
  await target(page, a).click()
  await waits(page)
  await expectPicked(page, a)
  relay.cut(false)
  await expect(incomplete(page)).toBeVisible({ timeout: 30_000 })
  expect(await stored(world, fan.cookie, match.id)).toEqual([a])
})

test('a vote that waits is sent as soon as anything else gets through', async ({ page, relay, world }) => {
  const { fan, match } = await atRelayedMatch(page, relay, world)
  const [a = 0] = match.playerIds
  await page.clock.install()
  relay.cut(true)
  await target(page, a).click()
  await waits(page)
  // The next attempt by itself does not come any more.
  await page.clock.pauseAt(Date.now() + 1_000)
  relay.cut(false)
  await page.getByRole('link', { name: 'Classements' }).click()
  await expect.poll(() => stored(world, fan.cookie, match.id)).toEqual([a])
})

test('a vote that waits is completed after a restart, on a network that only looks alive', async ({
  page,
  relay,
  world,
}) => {
  const { fan, match } = await atRelayedMatch(page, relay, world)
  const [a = 0, b = 0, c = 0] = match.playerIds
  relay.cut(true)
  await choose(page, a, b)
  await waits(page)
  await page.reload()
  // At once, before the app knows that the request for its signed-in fan fails.
  await target(page, c).click()
  await expect(podium(page)).toContainText('3/3')
  await waits(page)
  await expect(page.getByText('Ton vote n’a pas pu être lu.')).toHaveCount(0)
  relay.cut(false)
  await expect(podium(page).getByText('Enregistré', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(await stored(world, fan.cookie, match.id)).toEqual([a, b, c])
})

test('a pick under way survives a new version of the app', async ({ page, relay, world }) => {
  const { fan, match } = await atRelayedMatch(page, relay, world)
  const [a = 0, b = 0] = match.playerIds
  const isMarked = await markPage(page)
  const stop = await cutBallots(page)
  await choose(page, a, b)
  await waits(page)
  relay.rewrite(/^\/sw\.js$/, (_path, body) => `${body}\n// another build`)
  await lookForVersion(page, 'waiting')
  await expect(async () => {
    await page.getByRole('link', { name: 'Points', exact: true }).click()
    await page.getByRole('link', { name: 'Classements', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^Classement/ })).toBeVisible()
    if (await isMarked()) await stopWorkers(page)
    expect(await isMarked()).toBe(false)
  }).toPass()
  await stop()
  await page.goto(`${relay.url}/match/${match.id}`)
  await expectPicked(page, a)
  await expectPicked(page, b)
  await expect(incomplete(page)).toBeVisible({ timeout: 30_000 })
  expect(await stored(world, fan.cookie, match.id)).toEqual([a, b])
})

test('two tabs that make one vote show the same picks, and send them once', async ({ page, world }) => {
  const { fan, id, a, b } = await atCachedMatch(page, world)
  const other = await page.context().newPage()
  await openAsFan(other, `/match/${id}`)
  await expect(other.getByText('Touche trois joueurs')).toBeVisible()
  const sent: string[] = []
  for (const tab of [page, other])
    tab.on('requestfinished', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await page.context().setOffline(true)
  await choose(page, a)
  await waits(page)
  await waits(other)
  await expectPicked(other, a)
  await choose(other, b)
  await waits(other)
  await expectPicked(page, b)
  await page.context().setOffline(false)
  for (const tab of [page, other]) {
    await expect(incomplete(tab)).toBeVisible()
    for (const player of [a, b]) await expectPicked(tab, player)
  }
  expect(await stored(world, fan.cookie, id)).toEqual([a, b])
  expect(sent).toHaveLength(1)
  expect(await held(page)).toEqual([])
})

test('a vote that is lost while the rest of the app still loads waits too', async ({ page, world }) => {
  await hold(page, /\/assets\/afterwards-/)
  const { a } = await atMatch(page, world)
  await cutBallots(page)
  await choose(page, a)
  await waits(page)
})

/** Loses every ballot on its way, all else going through; returns a function that stops it. */
async function cutBallots(page: Page): Promise<() => Promise<void>> {
  const pattern = '**/api/votes/*'
  await page
    .context()
    .route(pattern, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  return () => page.context().unroute(pattern)
}
