import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { openMatch, ownProduct } from './product.ts'

/**
 * `npm run taps`: measures the time from a tap to the next paint (the event timing that INP is based on), on a processor four times slower than this
 * one, signed in, on a product of its own. Prints each tap five times; the goal is 100 ms for the longest. Then prints the frames per second while picks fly to
 * their steps, and last opens a match with an empty cache over fast 4G, and prints the largest contentful paint and the first tap.
 */
const SLOWER = 4
const ROUNDS = 5
/** Fast 4G as Chrome's developer tools emulate it: milliseconds, and bytes a second. */
const FAST_4G = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 }
/** Goals of a match that is opened with an empty cache. */
const PAINT_GOAL_MS = 1_500
const FIRST_TAP_GOAL_MS = 200
const GOAL_MS = 100
/** Time after which everything that a tap causes has settled, in milliseconds. */
const REST_MS = 700
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

/** Only taps and keys have an id. The browser also reports that a resting pointer enters each new page, which no phone does. */
const NOTE_LONGEST = `
  globalThis.longestEvent = 0
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId > 0) globalThis.longestEvent = Math.max(globalThis.longestEvent, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  globalThis.largestPaint = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

/** Measures each flight of a face from its first frame to its last, so that the trace has it. */
const NOTE_FLIGHTS = `
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args)
    if (this.dataset.kind === 'face')
      animation.finished.then(({ startTime, effect }) =>
        performance.measure('flight', { start: startTime, duration: effect.getTiming().duration }))
    return animation
  }`
/** Frames that the compositor draws, layouts of the main thread, and the measures above. */
const TRACED = ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline', 'blink.user_timing']
const FRAME_GOAL = 50

type Tap = readonly [name: string, tap: (page: Page, round: number) => Promise<unknown>]

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const HOME: readonly Tap[] = [
  ['a day', (page, round) => button(page, round % 2 === 0 ? 'Aujourd’hui' : 'Tout').tap()],
  ['the competitions', (page) => button(page, /^Top compétitions/).tap()],
  ['a letter of a search', (page) => page.getByRole('searchbox').first().pressSequentially('a')],
]
const player = (page: Page, place: number) => page.locator('[data-player]').nth(place).getByRole('button').first()
const MATCH: readonly Tap[] = [
  // Three picks, the choice of a place for a fourth player, and its end.
  ['a player', (page, round) => (round === ROUNDS - 1 ? page.keyboard.press('Escape') : player(page, round).tap())],
  [
    'undo and pick again',
    (page, round) => (round % 2 === 0 ? button(page, 'Annuler le dernier changement') : player(page, 2)).tap(),
  ],
  [
    'the other team',
    (page, round) =>
      page
        .getByRole('tab')
        .nth((round + 1) % 3)
        .tap(),
  ],
  [
    'the rules',
    (page, round) => (round % 2 === 0 ? button(page, 'Règles du vote').tap() : page.keyboard.press('Escape')),
  ],
]
const RANKINGS: readonly Tap[] = [
  ['a letter of a search', (page) => page.getByRole('searchbox').first().pressSequentially('a')],
  [
    'home',
    (page, round) =>
      page
        .getByRole('link', { name: round % 2 === 0 ? 'Accueil' : 'Classements' })
        .first()
        .tap(),
  ],
]

const say = (line: string) => process.stdout.write(`${line}\n`)
const product = await ownProduct()
try {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS })
  let isAbove = false
  for (const [path, taps] of [
    ['/', HOME],
    [`/match/${await openMatch(product.url)}`, MATCH],
    ['/rankings', RANKINGS],
  ] as const) {
    isAbove = (await measure(browser, path, taps)) > GOAL_MS || isAbove
  }
  await measureFlights(browser, `/match/${await openMatch(product.url)}`)
  await measureCold(browser, `/match/${await openMatch(product.url)}`)
  await browser.close()
  process.exitCode = isAbove ? 1 : 0
} finally {
  await product.stop()
}

/** Prints the times of each tap on a screen, in milliseconds. Returns the longest of all. */
async function measure(browser: Browser, path: string, taps: readonly Tap[]): Promise<number> {
  const page = await slowPhone(browser)
  await page.goto(`${product.url}${path}`, { waitUntil: 'networkidle' })
  let longest = 0
  for (const [name, tap] of taps) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.evaluate('globalThis.longestEvent = 0')
      await tap(page, round)
      await page.waitForTimeout(REST_MS)
      times.push(Number(await page.evaluate('globalThis.longestEvent')))
    }
    say(`${path.padEnd(16)} ${name.padEnd(22)} ${times.map((ms) => String(ms).padStart(4)).join(' ')} ms`)
    longest = Math.max(longest, ...times)
  }
  await page.context().close()
  return longest
}

interface TraceEvent {
  readonly name: string
  /** In microseconds. */
  readonly ts: number
}

/** Prints the frames per second while three picks of another fan, who has no ballot yet, fly to their steps, and the layouts during each flight. */
async function measureFlights(browser: Browser, path: string): Promise<void> {
  const page = await slowPhone(browser, product.people?.crowd[0])
  await page.goto(`${product.url}${path}`, { waitUntil: 'networkidle' })
  await page.evaluate(NOTE_FLIGHTS)
  const frames: number[] = []
  const layouts: number[] = []
  for (let place = 0; place < 3; place += 1) {
    await browser.startTracing(page, { categories: TRACED })
    await player(page, place).tap()
    await page.waitForFunction((count) => performance.getEntriesByName('flight').length > count, place)
    await page.waitForTimeout(REST_MS)
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: readonly TraceEvent[] }
    const [begin, end] = traceEvents.filter(({ name }) => name === 'flight').map(({ ts }) => ts)
    if (begin === undefined || end === undefined) throw new Error('No flight in the trace')
    const during = traceEvents.filter(({ ts }) => ts >= begin && ts <= end)
    const count = (of: string) => during.filter(({ name }) => name === of).length
    frames.push(Math.round((count('DrawFrame') * 1_000_000) / (end - begin)))
    layouts.push(count('Layout'))
  }
  say(`${path.padEnd(16)} ${'a flight'.padEnd(22)} ${frames.join(' ')} frames a second (goal ${FRAME_GOAL})`)
  say(`${path.padEnd(16)} ${''.padEnd(22)} ${layouts.join(' ')} layouts`)
  await page.context().close()
}

/** Prints the largest contentful paint of a match that is opened with an empty cache, and the first tap as soon as there is a player, in milliseconds. */
async function measureCold(browser: Browser, path: string): Promise<void> {
  const paints: number[] = []
  const taps: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await slowPhone(browser)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', FAST_4G)
    await page.goto(`${product.url}${path}`, { waitUntil: 'commit' })
    await player(page, 0).tap()
    await page.waitForTimeout(REST_MS)
    paints.push(Math.round(Number(await page.evaluate('globalThis.largestPaint'))))
    taps.push(Number(await page.evaluate('globalThis.longestEvent')))
    await page.context().close()
  }
  for (const [name, times, goal] of [
    ['largest paint, cold', paints, PAINT_GOAL_MS],
    ['first tap, cold', taps, FIRST_TAP_GOAL_MS],
  ] as const)
    say(
      `${path.padEnd(16)} ${name.padEnd(22)} ${times.map((ms) => String(ms).padStart(4)).join(' ')} ms (goal ${goal})`,
    )
}

async function slowPhone(browser: Browser, fan = product.people?.fan): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
  })
  if (fan === undefined) throw new Error('The product has no fan to sign in')
  await context.request.post(`${product.url}/api/auth/sign-in/email`, {
    headers: { origin: product.url },
    data: { email: fan.email, password: fan.password },
  })
  await context.addInitScript({ content: NOTE_LONGEST })
  const page = await context.newPage()
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}
