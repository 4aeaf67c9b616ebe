import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
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

/** Expects so many whole rows on each screen with no pick, one and three, before any scroll. */
async function expectDense(screens: readonly (typeof SCREENS)[number][], match: MatchState): Promise<void> {
  const { a, b, c } = await atMatch(match)
  const look = async (picks: string) => {
    for (const { device, size, least } of screens) {
      await expectToFit(size)
      window.scrollTo(0, 0)
      const message = `${device}, ${picks}`
      await expect.poll(wholeRows, { message, timeout: 5_000 }).toBeGreaterThanOrEqual(least)
    }
  }
  await look('no pick')
  await choose(a)
  await isSaved()
  await look('one pick')
  await choose(b, c)
  await isSaved()
  await look('three picks')
}

test('each screen shows enough players while voting', () => expectDense(SCREENS, LIVE))

test.each([
  ['after the whistle', AFTER],
  ['between clubs of long names', { ...LIVE, ...LONG }],
])('a phone shows at least six players while voting %s', (_state, match) => expectDense([SCREENS[0]], match))

test('the vote has no accessibility violation in two columns', async () => {
  await page.viewport(844, 390)
  const { a } = await atMatch({ ...LIVE, players: 6 })
  await choose(a)
  await isSaved()
  await expectNoViolation('landscape')
})

test('the podium is whole on a small phone, and at twice the text size', async () => {
  const { a, b } = await atMatch({ ...AFTER, names: ['Éloi Vidal', 'Tom Brun'] })
  await choose(a, b)
  await isSaved()
  for (const [percent, size] of [[100, SMALL_PHONE] as const, [200, SMALL_PHONE] as const, [200, PHONE] as const]) {
    enlargeText(percent)
    await expectToFit(size)
    await expectWhole(podium().css('li bdi'))
  }
})
