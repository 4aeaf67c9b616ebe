import type { HomeFixture } from '@tribune/contract/matches.ts'
import { CDN_STALE_MS, LIVE_SPREAD_MS } from '@tribune/protocol/live.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { resetServerClock } from '../../../web/src/lib/http/server-clock.ts'
import { button, cardOf, competitionsFrom, HOME_READ, refuseList } from '../home/home.ts'
import { expectCount, open, readsEnded } from '../support/screen.ts'
import { podium, row, SCREEN } from '../support/voting.ts'
import { handle, lose, requests } from '../support/wire.ts'
import { enterAsOperator, send, world } from '../support/world.ts'

/** Minutes after the whistle at which a vote has a few seconds left. */
const ALMOST_CLOSED = 59.8

const competition = competitionsFrom(888_000)
/** The streams that the app has asked for since the test began. */
let streams: EventSource[] = []
/** Those of them that the server has greeted. */
const greeted = new WeakSet<EventSource>()
/** Called when a stream that opens has missed events: the app reads again. */
let onMissed = () => {}

beforeEach(() => {
  resetServerClock()
  // No app follows anything now: this event ends a stream that an earlier app left open because its clock stood still.
  document.dispatchEvent(new Event('visibilitychange'))
  streams = []
  onMissed = () => {}
  const Stream = class extends EventSource {
    constructor(address: string) {
      super(address)
      streams.push(this)
      this.addEventListener('hello', ({ data }) => {
        greeted.add(this)
        if (JSON.parse(data).missed) onMissed()
      })
    }
  }
  vi.stubGlobal('EventSource', Stream)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    // Work that the closed app postponed stays pending in modules, which would wait for it in the next test.
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers()
    vi.useRealTimers()
    resetServerClock()
  })
})

/** A clock of the page's own that runs on and can be moved. */
function takeClock(): void {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
}

/** Moves the clock second by second, at most by so many, until something has happened. */
async function moveUntil(seconds: number, hasHappened: () => boolean): Promise<void> {
  for (let second = 0; second < seconds && !hasHappened(); second += 1) await vi.advanceTimersByTimeAsync(1_000)
}

/** Waits until the newest stream has been answered. */
async function isStreaming(): Promise<void> {
  await expect.poll(() => streams.at(-1)?.readyState).toBe(EventSource.OPEN)
}

/** Waits until the newest stream has brought its greeting, and for the read that it may ask for. */
async function isGreeted(): Promise<void> {
  await expect.poll(() => streams.slice(-1).some((stream) => greeted.has(stream))).toBe(true)
  await vi.advanceTimersByTimeAsync(CDN_STALE_MS + LIVE_SPREAD_MS.result)
  await readsEnded()
}

/** Waits for what the app reads after its first screen, the notice last. A read under way would time out once the clock is moved. */
async function firstReadsEnded(): Promise<void> {
  await expect.poll(() => requests(/^\/api\/notice$/).length).toBeGreaterThan(0)
  await readsEnded()
}

/** Opens the home list on a clock of the page's own, and waits for its stream, and for what that asks to be read again. */
async function openStreamingNow(address: string): Promise<void> {
  takeClock()
  await open(address)
  await expect.element(page.getByText('Voter en direct').first()).toBeVisible()
  await vi.advanceTimersByTimeAsync(3_000)
  await isStreaming()
  await vi.advanceTimersByTimeAsync(CDN_STALE_MS + LIVE_SPREAD_MS.result)
  await firstReadsEnded()
}

const minuteOn = (card: Locator, shown: string) => card.getByText(shown, { exact: true })
const homeReads = () => requests(HOME_READ).length

/** Sets the visibility of the page, independent of the window: a headless browser hides no page. */
function show(value: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('an open match shows minute, score, opening, closing and result, and is read again for the result alone', async () => {
  const match = await world.build({ minute: 59, score: [0, 0], home: 'Étoile du Port', away: 'Racing du Phare' })
  const main = page.getByRole('main')
  const isFirst = page.getByText('#1 du match')
  takeClock()
  await open(`/match/${match.id}`)
  await expect.element(main.getByText('Les votes ouvrent à la 60ème minute').first()).toBeVisible()
  await vi.advanceTimersByTimeAsync(3_000)
  await isStreaming()
  const restore = lose(SCREEN)

  await world.change(match.id, { minute: 60, score: [0, 1] })
  await expect.element(podium().getByText('Voter en direct')).toBeVisible()
  await expect.element(main.getByText("60'").first()).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('1')

  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => match.playerIds.slice(0, 3)),
  )
  await world.finish(match.id, ALMOST_CLOSED)
  await expect.element(podium().getByText('Clôture dans')).toBeVisible()
  await moveUntil(20, () => page.getByText('Votes clos').length > 0)
  await expect.element(page.getByText('Votes clos')).toBeVisible()
  await expectCount(isFirst, 0)

  restore()
  // The server's own clock goes on by itself.
  await expect.element(isFirst.first(), { timeout: 30_000 }).toBeVisible()
})

test('the minutes of players on the pitch move with the board, without a read of the lineup', async () => {
  const { id, playerIds } = await world.build({
    minute: 66,
    minutes: 66,
    home: 'Étoile du Quai',
    away: 'Racing du Bassin',
  })
  const main = page.getByRole('main')
  const [starter = 0] = playerIds
  await open(`/match/${id}`)
  await expect.element(row(starter)).toMatchTextContent("66'")
  await isStreaming()
  await world.change(id, { minute: 67 })
  await expect.element(main.getByText("67'", { exact: true })).toBeVisible()
  await expect.element(row(starter)).toMatchTextContent("67'")
})

test('a stream that falls silent is given up: the poll returns to its pace, and the stream comes back by itself', async () => {
  const cup = competition()
  const { id } = await world.build({ ...cup, minute: 61 })
  await openStreamingNow(cup.only)
  await expect.element(minuteOn(cardOf(id), "61'")).toBeVisible()
  await isGreeted()

  // While it works the pace of the poll passes without a read.
  const before = homeReads()
  for (const minute of [62, 63]) {
    await vi.advanceTimersByTimeAsync(30_000)
    await world.change(id, { minute })
    await expect.element(minuteOn(cardOf(id), `${minute}'`)).toBeVisible()
  }
  expect(homeReads()).toBe(before)

  // Without it the list is read at the pace of the poll.
  await commands.cut('**/api/live*')
  onTestFinished(() => commands.mend('**/api/live*'))
  const [silent] = streams.slice(-1)
  await moveUntil(51, () => silent?.readyState === EventSource.CLOSED)
  expect(silent?.readyState).toBe(EventSource.CLOSED)
  await moveUntil(46, () => homeReads() > before)
  expect(homeReads()).toBe(before + 1)
  await readsEnded()

  // A stream that can be opened again reports changes.
  await commands.mend('**/api/live*')
  const asked = streams.length
  await moveUntil(61, () => streams.length > asked)
  await isStreaming()
  refuseList()
  await world.change(id, { minute: 64 })
  await expect.element(minuteOn(cardOf(id), "64'")).toBeVisible()
})

test('a hidden page has no stream and no poll, and is up to date when shown again', async () => {
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  const cup = competition()
  const { id } = await world.build({ ...cup, minute: 64 })
  await openStreamingNow(cup.only)
  await expect.element(minuteOn(cardOf(id), "64'")).toBeVisible()

  const before = homeReads()
  show('hidden')
  expect(streams.map(({ readyState }) => readyState)).toEqual([EventSource.CLOSED])
  await world.change(id, { minute: 66 })
  await vi.advanceTimersByTimeAsync(300_000)
  await readsEnded()
  await expect.element(minuteOn(cardOf(id), "64'")).toBeVisible()
  expect([homeReads(), streams.length]).toEqual([before, 1])

  // A server that no longer has the missed events makes the page read the list again instead.
  onMissed = refuseList()
  show('visible')
  await expect.element(minuteOn(cardOf(id), "66'")).toBeVisible()
})

test('a phone in data-saving mode has no stream, and polls at the slow pace', async () => {
  const value = { saveData: true, effectiveType: '4g' }
  Object.defineProperty(navigator, 'connection', { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  const cup = competition()
  await world.build({ ...cup, minute: 65 })
  takeClock()
  await open(cup.only)
  await expect.element(page.getByText('Voter en direct').first()).toBeVisible()
  await vi.advanceTimersByTimeAsync(3_000)
  await firstReadsEnded()
  await vi.advanceTimersByTimeAsync(58_000)
  await readsEnded()
  expect(homeReads()).toBe(2)
  await vi.advanceTimersByTimeAsync(48_000)
  await readsEnded()
  expect(homeReads()).toBe(2)
  await vi.advanceTimersByTimeAsync(13_000)
  await expect.poll(homeReads).toBe(3)
  expect(streams).toEqual([])
})

test('a slow answer does not set a minute back', async () => {
  const cup = competition()
  const match = await world.build({ ...cup, minute: 70 })
  const other = await world.build({ ...cup, minute: 75 })
  await open(cup.only)
  await expect.element(minuteOn(cardOf(match.id), "70'")).toBeVisible()
  await isStreaming()

  const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  handle(HOME_READ, async (_request, go) => {
    const answer = await go()
    const { items } = (await answer.json()) as { items: HomeFixture[] }
    read.resolve()
    await late.promise
    // By this sign it is seen to have come in.
    const signed = items.map((one) => (one.match_id === other.id ? { ...one, minute: 76 } : one))
    return Response.json({ items: signed }, { headers: { date: answer.headers.get('date') ?? '' } })
  })
  await button('Actualiser').click()
  await read.promise
  await world.change(match.id, { minute: 71 })
  await expect.element(minuteOn(cardOf(match.id), "71'")).toBeVisible()
  late.resolve()
  await expect.element(minuteOn(cardOf(other.id), "76'")).toBeVisible()
  await expect.element(minuteOn(cardOf(match.id), "71'")).toBeVisible()
})

test('a competition that is hidden leaves an open list, and comes back to it', async () => {
  const cup = competition()
  const { id } = await world.build({ ...cup, minute: 62 })
  await open(cup.only)
  await expect.element(cardOf(id)).toBeVisible()
  await isStreaming()
  await enterAsOperator()
  for (const enabled of [false, true]) {
    const answer = await send('POST', '/api/rpc/set_competition_enabled', { id: cup.competitionId, enabled })
    expect(answer.status).toBe(200)
    await expectCount(cardOf(id), Number(enabled))
  }
  await expect.element(cardOf(id)).toBeVisible()
})
