import type { HomeFixture } from '@tribune/contract/matches.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { resetServerClock } from '../../../web/src/lib/http/server-clock.ts'
import { HOME_ADDRESS } from '../../support/api.ts'
import type { MatchState } from '../../support/orders.ts'
import { LONG_CLUB, SMALL_PHONE } from '../../support/samples.ts'
import { expectToFit } from '../support/axe.ts'
import { expectCount, open, textsOf } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { change, requests } from '../support/wire.ts'
import { castBallot, enterAsOperator, read, send, signIn, world } from '../support/world.ts'
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

const STATES: readonly (readonly [button: string, status: string | RegExp, state: MatchState])[] = [
  ['Match à venir', /\d\u00a0h/, { status: 'upcoming', kickoffIn: -1 }],
  ['Match reporté', 'Nouvelle date\u00a0: demain', { status: 'postponed', kickoffIn: -300, postponedFor: DAY }],
  ['Match annulé', 'Match arrêté définitivement', { status: 'cancelled', statusReason: 'Match arrêté définitivement' }],
  [
    'Match suspendu',
    'Match arrêté par l’arbitre',
    { status: 'suspended', minute: 34, score: [0, 0], statusReason: 'Match arrêté par l’arbitre' },
  ],
  ["Votes à partir de la 60'", "59'", { minute: 59, score: [0, 0] }],
  ["Votes à partir de la 60'", 'Mi-temps', { minute: 45, period: 'HT', score: [0, 0] }],
  ['Voter en direct', "60'", { minute: 60, score: [1, 0] }],
  ['Voter en direct', "90+3'", { minute: 90, extra: 3, score: [1, 0] }],
  ['Voter en direct', "Prol. 105'", { minute: 105, period: 'ET', score: [1, 1] }],
  ['Voter en direct', 'Tirs au but', { minute: 120, period: 'P', score: [1, 1] }],
  ['Voter en direct', 'Tirs au but 2\u00a0–\u00a01', { minute: 120, period: 'P', score: [1, 1], kicks: [2, 1] }],
  ['Voter', 'Votes ouverts - Plus que quelques minutes !', { status: 'finished', finishedAgo: 20, score: [1, 1] }],
  ['Voir les résultats', 'Votes clos', { status: 'finished', finishedAgo: 200, score: [1, 1] }],
  [
    'Voir les résultats',
    '4\u00a0–\u00a03 aux tirs au but',
    { status: 'finished', period: 'PEN', finishedAgo: 200, score: [1, 1], kicks: [4, 3] },
  ],
  ['Voir les résultats', 'Après prolongation', { status: 'finished', period: 'AET', finishedAgo: 200, score: [1, 2] }],
]

describe('a match on the list', () => {
  test('shows the sentence of its state, its status and its minute', async () => {
    const cup = competition()
    const ids: number[] = []
    for (const [, , state] of STATES) ids.push((await world.build({ ...cup, players: 4, ...state })).id)
    await open(cup.only)
    await expect.element(page.getByRole('region', { name: 'Votes ouverts' })).toBeVisible()
    // Cards far below are drawn when the fan comes near them.
    await userEvent.keyboard('{End}')
    for (const [index, [name, status]] of STATES.entries()) {
      const card = cardOf(ids[index] ?? 0)
      const link = card.getByRole('link', { name, exact: false })
      await expect.element(link).toBeVisible()
      const sentence = card.getByText(status, { exact: false })
      await expect
        .poll(() => sentence.elements().some((one) => one.checkVisibility()), { message: `${status}` })
        .toBe(true)
      // A button names its match by its description, a row by itself.
      if (/^Voter/.test(name)) await expect.element(link).toHaveAccessibleDescription(/FC Rive/)
      else expect(link.element().textContent).toContain('FC Rive')
      await expectCount(card.getByRole('button'), 0)
    }
  })

  test('shows its coefficient with two decimals, only above 1', async () => {
    const [heavy, plain] = [competition(), competition()]
    const { id } = await world.build({ ...heavy, coefficient: 1.2, players: 0 })
    const { id: other } = await world.build({ ...plain, coefficient: 1, players: 0 })
    await open(`/?c=${heavy.competitionId}-${plain.competitionId}`)
    const coefficient = cardOf(id).getByText('1,20', { exact: false })
    await expect.poll(() => textsOf(coefficient)).toEqual(['Coefficient ×\u202f1,20'])
    await expect.element(cardOf(other)).toBeVisible()
    await expectCount(cardOf(other).getByText('Coefficient', { exact: false }), 0)
  })

  test('shows the fan’s own podium, open or closed, and its missing picks', async () => {
    const cup = competition()
    const names = ['Moussa Diarra', 'Ilyès Ferrand', 'Tom Vasseur']
    const [voted, begun, over] = [
      await world.build({ ...cup, names }),
      await world.build({ ...cup, names }),
      await world.build({ ...cup, names }),
    ]
    await signIn()
    for (const match of [voted, over]) await castBallot(match.id, match.playerIds.slice(0, 3))
    await castBallot(begun.id, begun.playerIds.slice(0, 2))
    await world.finish(over.id, 90)
    await open(cup.only)
    await expect.element(cardOf(voted.id).getByText('Vote effectué ! Changer mon vote')).toBeVisible()
    await expect.element(cardOf(begun.id).getByText('Terminer mon vote (2/3)')).toBeVisible()
    await expect.element(cardOf(over.id).getByText('Voir les résultats', { exact: false })).toBeVisible()
    for (const match of [voted, over]) {
      const podium = cardOf(match.id).getByRole('list', { name: 'Mon podium' }).getByRole('listitem')
      await expect
        .poll(() => textsOf(podium))
        .toEqual([/1er.*Diarra/, /2e.*Ferrand/, /3e.*Vasseur/].map((place) => expect.stringMatching(place)))
    }
    await expect.element(cardOf(begun.id).getByRole('list', { name: 'Mon podium' })).toMatchTextContent('Place libre')
    // However many matches are on the list.
    for (const one of requests(/^\/api\/votes\?/)) expect(one.address.length).toBeLessThan(200)
  })

  test('animates its score when it changes, and nothing else moves', async () => {
    const cup = competition()
    const { id } = await world.build({ ...cup, score: [0, 0], players: 0 })
    await open(cup.only)
    await expect.element(cardOf(id)).toBeVisible()
    await expectCount(page.css('.roll'), 0)
    await world.change(id, { score: [1, 0] })
    await expect.element(page.css('.roll')).toHaveTextContent('1')
  })

  test('keeps its layout with unusual names', async () => {
    const cup = { ...competition(), competition: `${LONG_CLUB} 🏆` }
    await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
    for (const status of ['live', 'finished', 'upcoming'] as const) {
      const names = { home: `${LONG_CLUB} ${status}`, away: `محمد الفرجاني 🦊 ${status}` }
      await world.build({ ...cup, ...names, status, kickoffIn: -1, finishedAgo: 200, score: [10, 11], players: 0 })
    }
    await open(cup.only)
    await expectCount(rows, 3)
    await expectToFit()
  })
})
