import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { DESKTOP, LONG_CLUB, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount, open } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { hold } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'
import { cardOf, competitionsFrom, expectOnly, HOME_READ, leaveOut, openHome, rows } from './home.ts'

const LEAST = 4
const CLUB = 887_000
const competition = competitionsFrom(887_000)
const intro = page.getByText('Pour chaque match', { exact: false })
const many = (count: number, state: MatchState) => Array.from({ length: count }, () => state)

const OPEN = { minute: 70, score: [1, 2] } as const
const AFTER = { status: 'finished', kickoffIn: -130, finishedAgo: 20, score: [1, 1] } as const
const LOCKED = { minute: 20, score: [0, 0], players: 0 } as const
const UPCOMING = { status: 'upcoming', kickoffIn: -1, players: 0 } as const
const OVER = { status: 'finished', kickoffIn: -400, finishedAgo: 290, score: [2, 0], players: 0 } as const
const USUAL = [OPEN, AFTER, LOCKED, LOCKED, ...many(3, UPCOMING), ...many(3, OVER)]

/** Builds the matches of a day, each of another competition, so that each needs a line for it, and leaves all others out of the list. */
async function day(states: readonly MatchState[]) {
  const matches = []
  for (const state of states) {
    matches.push(await world.build({ ...competition(), home: 'Étoile Vaubrun', away: 'Racing Solmeyre', ...state }))
  }
  const ids = new Set(matches.map(({ id }) => id))
  leaveOut(({ match_id }) => !ids.has(match_id))
  return matches
}

const returns = () => localStorage.setItem('tribune-intro', 'hidden')
const follows = () => {
  const since = new Date().toISOString()
  localStorage.setItem('tribune-follows', JSON.stringify([null, ['competition', CLUB + 1, since]]))
}
const boxOf = (element: Element) => element.getBoundingClientRect()

/** Counts the matches that are whole between the top of the screen and the bars at its foot. */
function wholeMatches(drawn = rows): number {
  const bars = [page.getByRole('navigation').element(), ...document.querySelectorAll('[role=status] > p.fixed')]
  const foot = Math.min(...bars.map((bar) => boxOf(bar).top))
  return drawn.elements().filter((row) => boxOf(row).top >= 0 && boxOf(row).bottom <= foot).length
}

const expectDense = () => expect.poll(() => wholeMatches()).toBeGreaterThanOrEqual(LEAST)

test.each<[string, readonly MatchState[], () => unknown]>([
  ['on the first visit', USUAL, () => undefined],
  ['on a later visit', USUAL, returns],
  ['with a followed competition', USUAL, () => [returns(), follows()]],
  ['with one open vote', [OPEN, LOCKED, ...many(6, UPCOMING)], returns],
  ['with many open votes', [...many(5, OPEN), ...many(2, AFTER), LOCKED], returns],
  ['with open votes after the whistle', [...many(5, AFTER), UPCOMING], returns],
  ['with nothing live', [...many(5, UPCOMING), ...many(5, OVER)], returns],
  ['with nothing live, on the first visit', [...many(5, UPCOMING), ...many(5, OVER)], () => undefined],
  ['with nothing but finished matches', many(8, OVER), returns],
  [
    'with nothing but postponed and cancelled matches',
    [...many(3, { status: 'postponed' }), ...many(3, { status: 'cancelled' })],
    returns,
  ],
])('a phone shows at least four matches %s', async (_state, states, prepare) => {
  await day(states)
  prepare()
  const expectStill = watchShifts()
  await openHome()
  await expectDense()
  await expectStill(0.001)
})

test('a phone shows at least four matches to a fan who has voted, and three above the notice without a network', async () => {
  const [first, second] = await day([OPEN, AFTER, ...USUAL.slice(2)].map((state) => ({ players: 12, ...state })))
  returns()
  await signIn()
  for (const match of [first, second]) if (match) await castBallot(match.id, match.playerIds.slice(0, 3))
  await openHome()
  await expectCount(page.getByRole('list', { name: 'Mon podium' }), 2)
  await expectDense()
  await expectNoViolation('a fan who has voted')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.element(page.css('[role=status] > p.fixed')).toBeVisible()
  expect(wholeMatches()).toBeGreaterThanOrEqual(LEAST - 1)
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
})

test('a waiting phone shows the shapes of at least four matches, without the introduction after the first visit', async () => {
  await openHome()
  await expect.element(intro).toBeVisible()
  const release = hold(HOME_READ)
  await open('/')
  const shapes = page.css('[data-skeleton]')
  await expectCount(shapes, 6)
  await expectCount(intro, 0)
  expect(wholeMatches(shapes)).toBeGreaterThanOrEqual(LEAST)
  release()
  await expectCount(shapes, 0)
})

test('matches to vote on come first, all others in one line of a finger’s height', async () => {
  const matches = await day(USUAL)
  returns()
  await openHome()
  await expectCount(rows, USUAL.length)
  const links = rows.getByRole('link').elements()
  expect(links.slice(0, 2).map((link) => link.getAttribute('href'))).toEqual([
    `/match/${matches[0]?.id}`,
    `/match/${matches[1]?.id}`,
  ])
  for (const link of links) expect(boxOf(link).height).toBeGreaterThanOrEqual(44)
  for (const row of rows.elements().slice(2)) expect(boxOf(row).height).toBeLessThanOrEqual(56)
})

test('the filters are in one row, which the keyboard moves along', async () => {
  await day(USUAL)
  returns()
  await openHome()
  const group = page.getByRole('group', { name: 'Jour' })
  const last = page.getByRole('button', { name: 'Top compétitions' })
  expect(boxOf(last.element()).top).toBe(boxOf(group.element()).top)
  // A part of it is in sight, so that a fan sees that there is more.
  expect(boxOf(last.element()).left).toBeLessThan(PHONE.width - 24)
  ;(last.element() as HTMLElement).focus()
  await expect.poll(() => boxOf(last.element()).right).toBeLessThanOrEqual(PHONE.width)
  await expectToFit()
})

test.each([
  ['a small tablet', 700, 1_000],
  ['a tablet', 820, 1_180],
  ['a phone in landscape', 844, 390],
  ['a desktop', DESKTOP.width, DESKTOP.height],
])('%s shows matches in two columns', async (_device, width, height) => {
  const cup = competition()
  for (const state of [OPEN, OPEN, LOCKED, LOCKED, OVER, OVER, OVER]) await world.build({ ...cup, ...state })
  await page.viewport(width, height)
  await open(cup.only)
  await expectCount(rows, 7)
  const lefts = rows.elements().map((row) => Math.round(boxOf(row).left))
  expect(new Set(lefts.slice(0, 2)).size).toBe(2)
  expect(new Set(lefts.slice(2, 4)).size).toBe(2)
  expect(new Set(lefts.slice(4)).size).toBe(2)
  await expectToFit()
})

test.each([
  { percent: 100, size: SMALL_PHONE },
  { percent: 200, size: PHONE },
  { percent: 200, size: SMALL_PHONE },
])('matches are whole at $percent % of the text size, $size.width px wide', async ({ percent, size }) => {
  await page.viewport(size.width, size.height)
  enlargeText(percent)
  const cup = competition()
  const names = { home: 'Silver Harbor Riders', away: 'Borsenia Mönchengraben', score: [10, 11] } as const
  const ids: number[] = []
  for (const state of [OPEN, AFTER, LOCKED, OVER]) ids.push((await world.build({ ...cup, ...state, ...names })).id)
  await open(cup.only)
  await expectOnly(...ids)
  await expectToFit()
  for (const id of ids) {
    // A row far from the screen is not drawn.
    cardOf(id).element().scrollIntoView({ block: 'center' })
    for (const part of ['bdi', '.figures']) await expectWhole(cardOf(id).css(`[aria-hidden=true] ${part}`))
  }
})

test('a long club’s name has two lines in a row, next to a whole score', async () => {
  const cup = competition()
  await world.build({ ...cup, ...OVER, home: LONG_CLUB, away: 'Wolferstone Wanderers', score: [10, 11] })
  await open(cup.only)
  await expectCount(rows, 1)
  const [long, other] = rows
    .css('li bdi')
    .elements()
    .map((name) => boxOf(name).height)
  expect(long).toBe(other)
  await expectWhole(rows.css('[aria-hidden=true] .figures'))
  await expectToFit()
})
