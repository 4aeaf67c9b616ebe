import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount } from '../support/screen.ts'
import { atMatch, choose, expectSaved, podium, row, rows, target } from '../support/voting.ts'

/** Returns the words of the visible part of an element that are cut without a hyphen. */
function brokenWords(root: Node): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { data } = node as Text
    const top = (at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      // The first letter after a soft hyphen has the hyphen's place too.
      return [...range.getClientRects()].at(-1)?.top ?? 0
    }
    for (let at = 1; at < data.length; at += 1) {
      const together = /\p{L}{2}/u.test(data.slice(at - 1, at + 1))
      if (together && top(at) > top(at - 1) + 4) broken.push(data)
    }
  }
  return broken
}

test('names break only between words or at a hyphen, and distinguish the clubs, on any phone', async () => {
  await page.viewport(320, 700)
  await atMatch({ home: 'Borussia Mönchengladbach', away: 'Borussia Dortmund', players: 22 })
  const main = await page.getByRole('main').findElement()
  for (const width of [320, 360, 390, 430]) {
    await page.viewport(width, 700)
    window.scrollTo(0, 0)
    expect(brokenWords(main), `at ${width} px`).toEqual([])
    window.scrollTo(0, 400)
    const bar = page.css('header').first()
    await expect.element(bar.getByText('MÖN')).toBeVisible()
    await expect.element(bar.getByText('DOR')).toBeVisible()
    await expect.element(page.getByRole('tab', { name: 'Borussia Mönchengladbach' })).toBeVisible()
  }
})

test('the bar shows the whole name of a usual competition on a phone', async () => {
  await page.viewport(390, 844)
  await atMatch({ competitionId: 9_002, competition: 'Ligue des champions' })
  await expectWhole(page.css('header').first().getByText('Ligue des champions'))
})

test('rows show the crest of a club instead of its name, which screen readers read', async () => {
  const { a, b } = await atMatch({ home: 'Atlético Cerro Prieto', away: 'Atlético Monte Obsidiana' })
  for (const [player, club] of [[a, 'Atlético Cerro Prieto'] as const, [b, 'Atlético Monte Obsidiana'] as const]) {
    await expectCount(row(player).css('[aria-hidden=true]').getByText(club, { exact: false }), 0)
    await expect.element(target(player)).toHaveAccessibleName(expect.stringContaining(`, ${club}, Milieu`))
  }
})

test.each([
  ['Corval FC', 'Real Villaluz del Norte', ['COR', 'REA']],
  ['Real Villaluz del Norte', 'Corval FC', ['REA', 'COR']],
  ['Corval FC', 'Tordena', ['Corval FC', 'Tordena']],
])('the tabs of %s and %s name both clubs in one form', async (home, away, names) => {
  await page.viewport(390, 844)
  await atMatch({ home, away, players: 22 })
  for (const [index, name] of [home, away].entries()) {
    const tab = page.getByRole('tab', { name })
    await expect.element(tab).toBeVisible()
    const shown = [...(await tab.findElement()).querySelectorAll('bdi')].filter((one) => one.checkVisibility())
    expect(shown.map(({ textContent }) => textContent)).toEqual([names[index]])
  }
})

test('names are whole at twice the text size, and so is the score once it is in the bar', async () => {
  enlargeText(200)
  await page.viewport(390, 844)
  await atMatch({ home: 'Borussia Estrela', away: 'Racing Marseille', players: 22, score: [2, 1] })
  for (const shown of [page.css('main section').filter({ has: page.css('h1') }), page.getByRole('tablist')]) {
    expect(brokenWords(await shown.findElement())).toEqual([])
  }
  window.scrollTo(0, 500)
  const bar = page.css('header').first()
  await expectWhole(bar.getByText('BOR'), bar.getByText('MAR'), bar.getByText(/^2\s–\s1$/))
})

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
  await expectSaved()
  await look('one pick')
  await choose(b, c)
  await expectSaved()
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
  await expectSaved()
  await expectNoViolation('landscape')
})

test('the podium is whole on a small phone, and at twice the text size', async () => {
  const { a, b } = await atMatch({ ...AFTER, names: ['Éloi Vidal', 'Tom Brun'] })
  await choose(a, b)
  await expectSaved()
  for (const [percent, size] of [[100, SMALL_PHONE] as const, [200, SMALL_PHONE] as const, [200, PHONE] as const]) {
    enlargeText(percent)
    await expectToFit(size)
    await expectWhole(podium().css('li bdi'))
  }
})
