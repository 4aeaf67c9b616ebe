import type { HomeFixture } from '@tribune/contract/matches.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { resetServerClock } from '../../../web/src/lib/http/server-clock.ts'
import { HOME_ADDRESS } from '../../support/api.ts'
import type { MatchState } from '../../support/orders.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectCount, open, textsOf } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { change } from '../support/wire.ts'
import { enterAsOperator, read, send, world } from '../support/world.ts'
import { button, cardOf, competitionsFrom, HOME_READ, headings, leaveOut, openHome, rows } from './home.ts'

const DAY = 24 * 60
const HOUR_MS = 3_600_000
const competition = competitionsFrom(882_000)

describe('the list', () => {
  test('goes from open votes to finished matches, each part in its order', async () => {
    const cup = competition()
    const of = async (state: MatchState) => (await world.build({ ...cup, players: 0, ...state })).id
    const wanted = [
      await of({ minute: 61, kickoffIn: -80 }),
      await of({ minute: 88, kickoffIn: -105 }),
      await of({ status: 'finished', kickoffIn: -130, finishedAgo: 20 }),
      await of({ minute: 12, kickoffIn: -12 }),
      await of({ status: 'upcoming', kickoffIn: -2 }),
      await of({ status: 'upcoming', kickoffIn: -1 }),
      await of({ status: 'finished', kickoffIn: -300, finishedAgo: 190 }),
      await of({ status: 'finished', kickoffIn: -DAY, finishedAgo: DAY - 110 }),
      await of({ status: 'postponed', kickoffIn: -200 }),
    ]
    await of({ status: 'upcoming', kickoffIn: 2 * DAY })
    await open(cup.only)
    await expect
      .poll(() => textsOf(headings))
      .toEqual(['Votes ouverts', 'En direct', 'À venir aujourd’hui', 'Matchs terminés', 'Reportés, annulés, suspendus'])
    const links = rows.getByRole('link').elements()
    expect(links.map((link) => link.getAttribute('href'))).toEqual(wanted.map((id) => `/match/${id}`))
  })

  test('leaves out the competitions that the operator turned off', async () => {
    const cup = competition()
    await world.build({ ...cup, home: 'Racing Éteint', players: 0 })
    await open(cup.only)
    await expectCount(rows, 1)
    await enterAsOperator()
    const answer = await send('POST', '/api/rpc/set_competition_enabled', { id: cup.competitionId, enabled: false })
    expect(answer.status).toBe(200)
    await open(cup.only)
    await expect.element(page.getByText('Aucun match à afficher pour ces filtres.')).toBeVisible()
  })

  test('renders hundreds of matches progressively', async () => {
    await world.build({ ...competition(), status: 'finished', finishedAgo: 200, kickoffIn: -320, players: 0 })
    const { items } = await read<{ items: HomeFixture[] }>(HOME_ADDRESS)
    const over = items.filter(({ status }) => status === 'finished')
    const many = Array.from({ length: 1_500 }, (_, index) => ({ ...over[index % over.length], match_id: 5e6 + index }))
    change(HOME_READ, () => ({ items: many }))
    await openHome()
    await expect.element(page.getByRole('status').filter({ hasText: /^1\s500/ })).toBeInTheDocument()
    expect(rows.length).toBeLessThan(120)
    const before = rows.length
    rows.last().element().scrollIntoView()
    await expect.poll(() => rows.length).toBeGreaterThan(before)
  })
})

describe('the phone’s clock', () => {
  afterEach(() => {
    vi.useRealTimers()
    resetServerClock()
  })

  test.each([-1, 1])('is ignored if it is %i h off, and the server’s is used', async (hours) => {
    const cup = competition()
    const late = await world.build({ ...cup, status: 'finished', kickoffIn: -140, finishedAgo: 30, players: 0 })
    const over = await world.build({ ...cup, status: 'finished', kickoffIn: -190, finishedAgo: 80, players: 0 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS, shouldAdvanceTime: true })
    resetServerClock()
    await open(cup.only)
    await expect.element(cardOf(late.id).getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
    await expect.element(cardOf(late.id).getByText(/^(29|30):\d\d$/)).toBeVisible()
    await expect.element(cardOf(over.id).getByText('Votes clos', { exact: false })).toBeVisible()
  })
})

/** A stream that never says anything: a match that goes on would move to another part of the list. */
class SilentStream extends EventTarget {
  close(): void {}
}

test('nothing moves while the list is scrolled', async () => {
  vi.stubGlobal('EventSource', SilentStream)
  try {
    const expectStill = watchShifts()
    await openHome()
    for (let screen = 0; screen < 12; screen += 1) {
      const before = window.scrollY
      await cdp().send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 200, y: 400, deltaX: 0, deltaY: 700 })
      await expect.poll(() => window.scrollY).toBeGreaterThan(before)
    }
    await expect.poll(() => window.scrollY).toBeGreaterThan(3_000)
    await expectStill(0.02)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('the heading of the last matches is whole on a narrow phone, next to the link to older matches', async () => {
  const { id } = await world.build({ status: 'finished', kickoffIn: -300, finishedAgo: 180, players: 0 })
  leaveOut(({ match_id }) => match_id !== id)
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  await openHome()
  const heading = headings.filter({ hasText: 'Les matchs récemment terminés' }).element()
  const link = page.getByRole('link', { name: 'Historique' }).element()
  heading.scrollIntoView()
  const [words, way] = [heading.getBoundingClientRect(), link.getBoundingClientRect()]
  expect(words.right).toBeLessThanOrEqual(320 - 16)
  const isBeside = way.x >= words.right
  const isBelow = way.y + 11 >= words.bottom
  expect(isBeside || isBelow).toBe(true)
})

/** Returns the HTML of the element that covers the lower edge of the focused element, or null if none does. */
function coverOfFocus(): string | null {
  const focused = document.activeElement
  const { left = 0, right = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  const seen = document.elementFromPoint((left + right) / 2, bottom - 4)
  return focused?.contains(seen) ? null : (seen?.outerHTML ?? 'outside')
}

test('the keyboard reaches each match once, and a focused match is not under a bar', async () => {
  const cup = competition()
  for (const minute of [61, 62, 63, 20]) await world.build({ ...cup, minute, players: 0 })
  for (const hours of [3, 4, 5]) {
    const over = { kickoffIn: -60 * hours - 110, finishedAgo: 60 * hours }
    await world.build({ ...cup, ...over, status: 'finished', players: 0 })
  }
  await open(cup.only)
  await expectCount(rows, 7)
  const met: (string | null)[] = []
  ;((await button('Top compétitions').findElement()) as HTMLElement).focus()
  while (met.filter((address) => address?.startsWith('/match/')).length < 7 && met.length < 10) {
    await userEvent.tab()
    met.push(document.activeElement?.getAttribute('href') ?? null)
    expect(coverOfFocus(), String(met.at(-1))).toBeNull()
  }
  const matches = met.filter((address) => address?.startsWith('/match/'))
  expect([matches.length, new Set(matches).size]).toEqual([7, 7])
})
