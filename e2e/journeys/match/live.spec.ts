import type { Locator, Page } from '@playwright/test'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { signIn } from '../../support/api.ts'
import { countReads } from '../../support/home.ts'
import { HOME_READ } from '../../support/samples.ts'
import { expect, test, type World } from '../../support/world.ts'

const HOME_READS = [HOME_READ, '**/api/home_fixtures*']
const MATCH_READS = ['**/api/rpc/get_match_screen*']
/** Minutes after the whistle at which a vote has a few seconds left. */
const ALMOST_CLOSED = 59.8
const SMALL_COMPETITION = 990_001

const isStream = (url: string) => new URL(url).pathname === '/api/live'

/** Opens a screen and waits until the stream has been answered. */
async function openStreaming(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => isStream(response.url()))
  await page.goto(path)
  expect((await stream).status()).toBe(200)
}

/** The same for the home list, on a clock of the page's own that runs on and can be moved. */
async function openStreamingNow(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('Voter en direct').first()).toBeVisible({ timeout: 30_000 })
  const stream = page.waitForResponse((response) => isStream(response.url()))
  await page.clock.fastForward(3_000)
  expect((await stream).status()).toBe(200)
}

/** From now on the screen cannot be read again. */
async function stopReads(page: Page, reads: readonly string[]): Promise<void> {
  for (const read of reads) await page.context().route(read, (route) => route.abort())
}

function cardOf(page: Page, matchId: number): Locator {
  return page.getByRole('listitem').filter({ has: page.locator(`a[href="/match/${matchId}"]`) })
}

const minuteOn = (card: Locator, shown: string) => card.getByText(shown, { exact: true })
const minute = (page: Page, shown: string) => page.getByRole('main').getByText(shown, { exact: true }).first()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The page as it is told to be, whatever the window does: a headless browser hides none. */
async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Enough fans agree for votes to rank the match. */
async function agree(world: World, matchId: number, playerIds: readonly number[]): Promise<void> {
  await world.vote(
    matchId,
    Array.from({ length: 10 }, () => playerIds.slice(0, 3)),
  )
}

test('an open home list follows a match from minute 58 to the closing of its vote, without a reload', async ({
  page,
  world,
}) => {
  const match = await world.build({ minute: 58, score: [0, 0], home: 'Étoile du Large', away: 'Racing des Dunes' })
  await openStreaming(page, '/')
  await stopReads(page, HOME_READS)
  // Alone in the list: a match whose vote is closed goes far down.
  await page.getByRole('searchbox').first().fill('Étoile du Large')
  const card = cardOf(page, match.id)
  await expect(minuteOn(card, "58'")).toBeVisible()
  await expect(card.getByRole('button', { name: "Votes à partir de la 60'" })).toBeDisabled()

  await world.change(match.id, { minute: 59, score: [1, 0] })
  await expect(minuteOn(card, "59'")).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Étoile du Large 1, Racing des Dunes 0' })).toBeAttached()

  await world.change(match.id, { minute: 60 })
  await expect(card.getByText('Voter en direct')).toBeVisible()

  await world.finish(match.id, ALMOST_CLOSED)
  await expect(card.getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
  await expect(card.getByText('Votes clos')).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('Voir les résultats')).toBeVisible()
})

test('an open match shows minute, score, opening, closing and result, and is read again for the result alone', async ({
  page,
  world,
}) => {
  const match = await world.build({ minute: 59, score: [0, 0], home: 'Étoile du Port', away: 'Racing du Phare' })
  await openStreaming(page, `/match/${match.id}`)
  await stopReads(page, MATCH_READS)
  await expect(page.getByText('Les votes ouvrent à la 60ème minute').first()).toBeVisible()

  await world.change(match.id, { minute: 60, score: [0, 1] })
  await expect(page.getByText('Voter en direct')).toBeVisible()
  await expect(minute(page, "60'")).toBeVisible()
  await expect(heading(page)).toContainText('1')

  await agree(world, match.id, match.playerIds)
  await world.finish(match.id, ALMOST_CLOSED)
  await expect(page.getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
  await expect(page.getByText('Votes clos')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('#1 du match')).toHaveCount(0)

  for (const read of MATCH_READS) await page.context().unroute(read)
  await expect(page.getByText('#1 du match').first()).toBeVisible({ timeout: 30_000 })
})

test('a stream that falls silent is given up: the poll returns to its pace, and the stream comes back by itself', async ({
  page,
  world,
}) => {
  const match = await world.build({ minute: 61, home: 'Étoile du Cap', away: 'Racing du Golfe' })
  const reads = countReads(page, 'get_home_matches')
  await openStreamingNow(page)
  const card = cardOf(page, match.id)
  await expect(minuteOn(card, "61'")).toBeVisible()

  await test.step('while it works the pace of the poll passes without a read', async () => {
    for (const [minute, shown] of [
      [62, "62'"],
      [63, "63'"],
    ] as const) {
      await page.clock.fastForward(30_000)
      await world.change(match.id, { minute })
      await expect(minuteOn(card, shown)).toBeVisible()
    }
    expect(reads.count).toBe(1)
  })

  await test.step('without it the list is read at the pace of the poll', async () => {
    await page.context().route('**/api/live*', (route) => route.abort())
    await page.clock.fastForward(51_000)
    await page.clock.fastForward(46_000)
    await expect.poll(() => reads.count).toBe(2)
  })

  await test.step('once it can be had again it tells', async () => {
    await page.context().unroute('**/api/live*')
    const back = page.waitForResponse((response) => isStream(response.url()))
    await page.clock.fastForward(61_000)
    expect((await back).status()).toBe(200)
    await stopReads(page, HOME_READS)
    await world.change(match.id, { minute: 64 })
    await expect(minuteOn(card, "64'")).toBeVisible()
  })
})

test('a hidden page has no stream and no poll, and is up to date when shown again', async ({ page, world }) => {
  const match = await world.build({ minute: 64, home: 'Étoile du Val', away: 'Racing du Mont' })
  const reads = countReads(page, 'get_home_matches')
  const streams = countReads(page, '/api/live')
  await openStreamingNow(page)
  const card = cardOf(page, match.id)
  await expect(minuteOn(card, "64'")).toBeVisible()

  const ended = page.waitForEvent('requestfailed', (request) => isStream(request.url()))
  await show(page, 'hidden')
  await ended
  await world.change(match.id, { minute: 66 })
  await page.clock.fastForward(300_000)
  await expect(minuteOn(card, "64'")).toBeVisible()
  expect([reads.count, streams.count]).toEqual([1, 1])

  await stopReads(page, HOME_READS)
  await show(page, 'visible')
  await expect(minuteOn(card, "66'")).toBeVisible()
})

test('a phone in data-saving mode has no stream, and polls at the slow pace', async ({ page, world }) => {
  await page.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })`,
  )
  await world.build({ minute: 65 })
  const [reads, streams] = [countReads(page, 'get_home_matches'), countReads(page, '/api/live')]
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('Voter en direct').first()).toBeVisible({ timeout: 30_000 })
  const again = page.waitForResponse(HOME_READ)
  await page.clock.fastForward(61_000)
  await again
  await page.clock.fastForward(48_000)
  // What a timer asked for stands before this answer.
  await page.evaluate(() => 0)
  expect(reads.count).toBe(2)
  await page.clock.fastForward(13_000)
  await expect.poll(() => reads.count).toBe(3)
  expect(streams.count).toBe(0)
})

test('a slow answer does not set a minute back', async ({ page, world }) => {
  const match = await world.build({ minute: 70, home: 'Étoile du Nord', away: 'Racing du Sud' })
  const other = await world.build({ minute: 75, home: 'Étoile du Soir', away: 'Racing du Matin' })
  await openStreaming(page, '/')
  const card = cardOf(page, match.id)
  await expect(minuteOn(card, "70'")).toBeVisible()

  const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.context().route(HOME_READ, async (route) => {
    const response = await route.fetch()
    const { items } = (await response.json()) as { items: HomeFixture[] }
    read.resolve()
    await late.promise
    // By this sign it is seen to have come in.
    const signed = items.map((row) => (row.match_id === other.id ? { ...row, minute: 76 } : row))
    await route.fulfill({ response, json: { items: signed } })
  })
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await read.promise
  await world.change(match.id, { minute: 71 })
  await expect(minuteOn(card, "71'")).toBeVisible()
  late.resolve()
  await expect(minuteOn(cardOf(page, other.id), "76'")).toBeVisible()
  await expect(minuteOn(card, "71'")).toBeVisible()
})

test('a competition that is hidden leaves an open list, and comes back to it', async ({ page, world }) => {
  const match = await world.build({
    minute: 62,
    competitionId: SMALL_COMPETITION,
    home: 'Étoile du Jour',
    away: 'Racing du Soir',
  })
  await openStreaming(page, '/')
  await expect(cardOf(page, match.id)).toBeVisible()
  await enable(world, false)
  await expect(cardOf(page, match.id)).toHaveCount(0)
  await enable(world, true)
  await expect(cardOf(page, match.id)).toBeVisible()
})

async function enable(world: World, enabled: boolean): Promise<void> {
  const answer = await fetch(`${world.url}/api/rpc/set_competition_enabled`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await signIn(world, world.admin) },
    body: JSON.stringify({ id: SMALL_COMPETITION, enabled }),
  })
  expect(answer.status).toBe(200)
}
