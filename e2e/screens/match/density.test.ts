import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { atMatch, choose, isSaved, podium, rows } from '../support/voting.ts'

const LIVE = { minute: 70, score: [1, 2], players: 22, coefficient: 3 } as const
const AFTER = { ...LIVE, status: 'finished', minute: 90, finishedAgo: 20 } as const
const LONG = { home: 'Borussia Mönchengraben', away: 'Real Villaluz del Norte' } as const

const SCREENS = [
  { device: 'a phone', size: PHONE, least: 6 },
  { device: 'a phone of 740 px', size: { width: 390, height: 740 }, least: 4 },
  { device: 'a small phone', size: SMALL_PHONE, least: 3 },
  { device: 'a phone in landscape', size: { width: 844, height: 390 }, least: 6 },
  { device: 'a small phone in landscape', size: { width: 667, height: 375 }, least: 2 },
  { device: 'a tablet', size: { width: 820, height: 1180 }, least: 14 },
  { device: 'a desktop', size: DESKTOP, least: 7 },
] as const

const boxOf = (element: Element) => element.getBoundingClientRect()

/** Counts the players whose rows are whole between the bar over the list and what stands at the foot of the screen, before any scroll. */
function wholeRows(): number {
  const head = boxOf(page.getByRole('tablist').element()).bottom
  const bars = [page.getByRole('navigation').element(), podium().element()].map(boxOf)
  // A podium next to the list, or a navigation above it, covers none of it.
  const list = boxOf(rows().first().element())
  const below = bars.filter(({ top, left, right }) => top > head && left < list.right && right > list.left)
  const foot = Math.min(window.innerHeight, ...below.map(({ top }) => top))
  return rows()
    .elements()
    .map(boxOf)
    .filter(({ top, bottom }) => top >= head && bottom <= foot).length
}

/** Expects so many whole rows with no pick, one and three, each at the first picture. */
async function expectDense(least: number, [a, b, c]: readonly [number, number, number]): Promise<void> {
  const look = async (picks: string) => {
    window.scrollTo(0, 0)
    await expect.poll(wholeRows, { message: picks, timeout: 5_000 }).toBeGreaterThanOrEqual(least)
  }
  await look('no pick')
  await choose(a)
  await isSaved()
  await look('one pick')
  await choose(b, c)
  await isSaved()
  await look('three picks')
}

test.each(SCREENS)('$device shows at least $least players while voting', async ({ size, least }) => {
  await page.viewport(size.width, size.height)
  const { a, b, c } = await atMatch(LIVE)
  await expectDense(least, [a, b, c])
  await expectToFit(size)
})

test.each([
  ['after the whistle', AFTER],
  ['between clubs of long names', { ...LIVE, ...LONG }],
])('a phone shows at least six players while voting %s', async (_state, match) => {
  const { a, b, c } = await atMatch(match)
  await expectDense(6, [a, b, c])
})

test('the vote has no accessibility violation in two columns', async () => {
  await page.viewport(844, 390)
  const { a } = await atMatch({ ...LIVE, players: 6 })
  await choose(a)
  await isSaved()
  await expectNoViolation('landscape')
})

test.each([
  { percent: 100, size: SMALL_PHONE },
  { percent: 200, size: PHONE },
  { percent: 200, size: SMALL_PHONE },
])('the podium is whole at $percent % of the text size, $size.width px wide', async ({ percent, size }) => {
  await page.viewport(size.width, size.height)
  enlargeText(percent)
  const { a, b } = await atMatch({ ...AFTER, names: ['Éloi Vidal', 'Tom Brun'] })
  await choose(a, b)
  await isSaved()
  await expectToFit(size)
  const shown = podium().css('li bdi')
  await expectWhole(shown)
})
