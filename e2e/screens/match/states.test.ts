import type { MatchScreen } from '@tribune/contract/matches.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { resetServerClock } from '../../../web/src/lib/http/server-clock.ts'
import { countedMatch } from '../../shared/matches.ts'
import type { MatchState } from '../../support/orders.ts'
import { LONG_CLUB, NAMES, SMALL_PHONE, STRANGE_NAMES } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, press } from '../support/screen.ts'
import {
  atMatch,
  button,
  controls,
  dialog,
  openMatch,
  podium,
  rememberRevealed,
  row,
  rows,
  SCREEN,
  scrollTo,
} from '../support/voting.ts'
import { allow, endAtTap, hold, lose, refuse, requests } from '../support/wire.ts'
import { castBallot, read, signIn, world } from '../support/world.ts'

const UPCOMING: MatchState = { status: 'upcoming', period: 'NS', kickoffIn: 125, minute: null, minutes: null }
/** A row for each side of both teams: more of the same would only take the accessibility checks longer. */
const FEW = 6
/** One player more than the ten who have points: the last one has none. */
const COUNTED = 11
const banner = () => page.getByRole('main').getByRole('status')
const title = () => page.getByRole('heading', { level: 1 })

/** The voting table of spec section 4, as the banner shows it: state, title, text below it, whether a vote is possible. */
const TABLE: readonly (readonly [string, MatchState, sentence: string, under: string, canVote: boolean])[] = [
  ['upcoming', UPCOMING, 'Match à venir', 'Les votes ouvrent à la 60ème minute', false],
  [
    'postponed',
    { status: 'postponed', statusReason: 'Terrain gelé', players: 0 },
    'Match reporté',
    'Terrain gelé',
    false,
  ],
  ['cancelled', { status: 'cancelled', statusReason: 'Match abandonné' }, 'Match annulé', 'Match abandonné', false],
  ['suspended', { status: 'suspended' }, 'Match suspendu', 'Le vote reprend avec le match.', false],
  ['live at 59', { minute: 59 }, 'Les votes ouvrent à la 60ème minute', 'Encore 1\u00a0minute de jeu.', false],
  ['live at 60', { minute: 60 }, 'Voter en direct', 'Touche trois joueurs', true],
  [
    'just finished',
    { status: 'finished', finishedAgo: 50 },
    'Votes ouverts - Plus que quelques minutes !',
    'Clôture dans',
    true,
  ],
  ['not counted', { status: 'finished', finishedAgo: 90 }, 'Votes clos', 'Ce match n’a pas de résultat.', false],
]

test.each(TABLE)(
  'a match %s has its banner and its podium or none, without accessibility violation',
  async (...line) => {
    const [name, state, sentence, under, canVote] = line
    await openMatch((await world.build({ players: FEW, ...state })).id)
    // The podium shows an open vote: its banner is only read aloud.
    if (canVote) await expect.element(banner().getByText(sentence)).toBeInTheDocument()
    else await expect.element(banner().getByText(sentence)).toBeVisible()
    await expect.element(page.getByRole('main').getByText(under, { exact: false }).first()).toBeVisible()
    // A clock in it would be read aloud at each minute.
    await expectCount(banner().getByText(/Encore|Clôture/), 0)
    if (canVote) await expect.element(podium()).toBeVisible()
    else await expect.element(podium()).not.toBeInTheDocument()
    await expectNoViolation(name)
  },
)

test.each([
  ['live', {}],
  ['after the whistle', { status: 'finished', finishedAgo: 50 }],
] as const)('a fan who voted may change their mind until the closing, %s', async (_name, state) => {
  await signIn()
  const match = await world.build(state)
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  await openMatch(match.id)
  await expect.element(banner().getByText('Vote effectué ! Changer mon vote')).toBeInTheDocument()
  await expect.element(page.getByText('Enregistré')).toBeVisible()
  if ('status' in state)
    await expect.element(page.getByRole('main').getByText('Clôture dans', { exact: false })).toBeVisible()
})

test.each([
  ["90+4'", { minute: 90, extra: 4 }],
  ["74'", { minute: 74 }],
  ['Mi-temps', { minute: 45, period: 'HT' }],
])('the title of a match that is scrolled away is not cut at %s, at any width', async (status, state) => {
  const match = await world.build({ home: 'Stade Clairmont', away: 'AS Belleroche', score: [2, 1], ...state })
  await openMatch(match.id)
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  const bar = page.css('header p').first()
  for (const width of [320, 360, 390, 430]) {
    await page.viewport(width, 700)
    window.scrollTo(0, 400)
    for (const part of ['CLA', /^2\D+1$/, 'BEL']) await expect.element(bar.getByText(part)).toBeInViewport()
    const element = bar.element()
    const whole = element.getBoundingClientRect()
    const isCut = ({ top, right, bottom }: DOMRect) =>
      top < whole.bottom && (right > whole.right + 0.5 || bottom > whole.bottom)
    const cut = [...element.querySelectorAll('*')]
      .filter((one) => isCut(one.getBoundingClientRect()))
      .map((one) => one.textContent)
    expect(cut, `${status} at ${width} px`).toEqual([])
  }
  await expect.element(bar.getByText(status)).toBeInViewport({ ratio: 1 })
})

test('the board shows teams, score and minute, also while the list scrolls', async () => {
  const match = await world.build({
    home: 'Stade Clairmont',
    away: 'AS Belleroche',
    score: [1, 0],
    minute: 71,
    coefficient: 1,
  })
  await openMatch(match.id)
  await expect.element(title()).toHaveTextContent("Stade Clairmont 1, AS Belleroche 0, En direct, 71'")
  await expectCount(button(/^Coefficient/), 0)
  await world.change(match.id, { minute: 73, score: [1, 1] })
  await button('Actualiser').click()
  await expect.element(title()).toHaveTextContent("Stade Clairmont 1, AS Belleroche 1, En direct, 73'")
  await scrollTo(row(match.playerIds[20] ?? 0))
  const bar = page.css('main header')
  await expect.element(bar.getByText('1 – 1')).toBeVisible()
  await expect.element(bar.getByText("73'")).toBeVisible()
})

test('the board of a match in play whose score is unknown shows one dash for it', async () => {
  const { id } = await world.build({ minute: 5 })
  await openMatch(id)
  await expect.element(page.getByRole('main').getByText("5'").first()).toBeVisible()
  await expectCount(page.getByRole('main').getByText('–', { exact: true }), 1)
})

test('the rules open and close by keyboard', async () => {
  await openMatch((await world.build()).id)
  const opener = button('Règles du vote')
  await press(opener, '{Enter}')
  const note = dialog('Règles du vote')
  await expectCount(note.getByRole('listitem'), 5)
  await userEvent.keyboard('{Escape}')
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a coefficient above 1 is explained, with a link to its chapter and back', async () => {
  const match = await world.build({ coefficient: 2.5 })
  await openMatch(match.id)
  await button('Coefficient 2,50\u00a0: en savoir plus').click()
  const note = dialog('Coefficient du match')
  await expect.element(note.getByText('le premier en marque 250', { exact: false })).toBeVisible()
  await note.getByRole('link', { name: 'Comment ça marche ?' }).click()
  await expect.poll(() => location.pathname + location.hash).toBe('/points#coefficients')
  await expect.element(page.getByRole('heading', { name: 'Les coefficients' })).toBeInViewport()
  await button('Retour').click()
  await expect.poll(() => location.pathname).toBe(`/match/${match.id}`)
})

test('an upcoming match shows its hour and its players, and nothing to vote with', async () => {
  const match = await world.build(UPCOMING)
  await openMatch(match.id)
  await expect.element(page.getByText('Coup d’envoi', { exact: false })).toBeVisible()
  await expect.element(row(match.playerIds[0] ?? 0).getByRole('link')).toBeVisible()
  await expectCount(controls(), 0)
})

test('players who did not play are listed apart and cannot be picked', async () => {
  const { match, players } = await read<MatchScreen>(`/api/rpc/get_match_screen?match_id=${await world.stage()}`)
  const benched = players.find(({ did_play }) => did_play === false)
  await openMatch(match.match_id)
  const bench = page.getByRole('list', { name: 'Sans entrée en jeu' })
  await expect.element(bench.css(`[data-player="${benched?.player_id}"]`)).toMatchTextContent('N’a pas joué')
  await expectCount(bench.getByRole('button'), 0)
})

test('a match waiting for its lineup shows a message', async () => {
  await openMatch((await world.build({ players: 0 })).id)
  await expect.element(page.getByText('Les compositions ne sont pas encore connues.')).toBeVisible()
  await expect.element(page.getByText('Tu pourras voter dès que les compositions seront là.')).toBeVisible()
  await expectCount(podium(), 0)
})

test('a match that never had a lineup shows a message too', async () => {
  await openMatch((await world.build({ players: 0, status: 'finished', finishedAgo: 90 })).id)
  await expect.element(page.getByText('Ce match n’a pas de composition.')).toBeVisible()
})

test('120 players, names of sixty characters, from right to left and in pictures fit a small phone', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  await signIn()
  const match = await world.build({
    home: LONG_CLUB,
    away: '⚽️ AC الهلال 🦅',
    competition: LONG_CLUB,
    competitionId: 990,
    names: STRANGE_NAMES,
    players: 120,
  })
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  await openMatch(match.id)
  await expectCount(rows(), 120)
  for (const name of STRANGE_NAMES) await expect.element(rows().getByText(name)).toBeVisible()
  await expectToFit(SMALL_PHONE)
  const last = row(match.playerIds[119] ?? 0)
  await scrollTo(last)
  await expect.element(last).toBeInViewport()
})

test('a vote and its dialogs have no accessibility violation', async () => {
  await signIn()
  const match = await world.build({ coefficient: 2.5, names: STRANGE_NAMES, players: FEW })
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  await openMatch(match.id)
  await expect.element(page.getByText('Vote effectué ! Changer mon vote')).toBeInTheDocument()
  await expectNoViolation('voted')
  for (const name of [/^Coefficient/, 'Règles du vote', /^Choisir une place/]) {
    await button(name).last().click()
    await expect.element(dialog()).toBeVisible()
    await expectNoViolation(String(name))
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  await world.finish(match.id, 61)
  await openMatch(match.id)
  await expectNoViolation('no points')
})

test('a result and its count have no accessibility violation', async () => {
  await signIn()
  await openMatch((await countedMatch(world, 10, { rating: 7, players: COUNTED })).id)
  await expectNoViolation('result')
  await button('Le décompte').click()
  await expect.element(dialog()).toBeVisible()
  await expectNoViolation('count')
})

test.each(['424242', 'abc', '999999999999999999999', '0', '-1', '%F0%9F%A6%8A'])(
  'the address of an unknown match, /match/%s, shows a message, and leads home',
  async (id) => {
    allow(/^40[04] \/api\/rpc\/get_match_screen\?match_id=\d+$/)
    await open(`/match/${id}`)
    await expect.element(page.getByRole('alert')).toMatchTextContent(`Match ${decodeURIComponent(id)} non trouvé`)
    await expect.element(button('Recharger la page')).toBeVisible()
    await page.getByRole('link', { name: 'Revenir aux matchs' }).click()
    await expect.poll(() => location.pathname).toBe('/')
  },
)

test('a match that cannot be loaded says why, and is there after « Réessayer »; a failed background reload changes nothing', async () => {
  const match = await world.build()
  const end = refuse(SCREEN)
  await open(`/match/${match.id}`)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur:')
  await expect.element(button('Recharger la page')).toBeVisible()
  endAtTap(end)
  await button('Réessayer').click()
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  lose(SCREEN)
  const before = requests(SCREEN).length
  await button('Actualiser').click()
  await expect.poll(() => requests(SCREEN).length).toBeGreaterThan(before)
  await expect.element(button('Actualiser')).toBeEnabled()
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  await expectCount(page.getByRole('alert'), 0)
})

test('on the way from the list the board appears before the players and does not move, and a note opened during the load stays open', async () => {
  const cup = { competitionId: 890_501, competition: 'Coupe 890501' }
  const match = await world.build({ ...cup, home: 'Stade Clairmont', away: 'AS Belleroche', score: [2, 1] })
  const release = hold(SCREEN)
  await open(`/?c=${cup.competitionId}`)
  await page.css(`a[href="/match/${match.id}"]`).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeInTheDocument()
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toMatchTextContent('Stade Clairmont')
  await expect.element(page.getByText(cup.competition)).toBeVisible()
  const board = page.css('section').filter({ has: title })
  await expect.element(board.getByRole('button', { name: 'Règles du vote' })).toBeVisible()
  const place = () => board.element().getBoundingClientRect().toJSON()
  const before = place()
  await board.getByRole('button', { name: 'Règles du vote' }).click()
  const note = dialog('Règles du vote')
  await expect.element(note).toBeVisible()
  release()
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  expect(place()).toEqual(before)
  await expect.element(note).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(button('Règles du vote')).toHaveFocus()
})

test.each([
  ['open to votes', {}],
  ['before its vote', { minute: 31 }],
  // Of today at any hour: the list shows no match of tomorrow.
  ['still to come', { status: 'upcoming', kickoffIn: -1 }],
  ['with its result', { score: [2, 1] }],
  ['with its result, from the history', { score: [2, 1] }],
] as const)('on the way to a match %s, placeholder rows are where the players will appear', async (name, state) => {
  const cup = { competitionId: 890_502, competition: 'Coupe 890502' }
  const match = await world.build({ ...cup, ...state, home: 'Stade Clairmont', away: 'AS Belleroche', names: NAMES })
  if (name.startsWith('with its result')) {
    await world.vote(match.id, Array(10).fill(match.playerIds.slice(0, 3)))
    await world.finish(match.id, 61)
    rememberRevealed(match.id)
  }
  const release = hold(SCREEN)
  await open(name.endsWith('history') ? '/history' : `/?c=${cup.competitionId}`)
  await page.css(`a[href="/match/${match.id}"]`).click()
  const shape = page.css('[data-row]').first()
  await expect.element(shape).toBeInTheDocument()
  const expected = shape.element().getBoundingClientRect()
  release()
  const player = row(match.playerIds[0] ?? 0)
  await expect.element(player).toBeInTheDocument()
  const { top, left, height } = player.element().getBoundingClientRect()
  expect([top, left, height].map(Math.round)).toEqual([expected.top, expected.left, expected.height].map(Math.round))
})

describe('a vote that ends', () => {
  const MINUTE_MS = 60_000

  beforeEach(() => {
    resetServerClock()
    onTestFinished(() => {
      vi.useRealTimers()
      resetServerClock()
    })
  })

  test('a vote that closes while the fan is choosing closes the dialog and shows a message', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { a } = await atMatch({ status: 'finished', finishedAgo: 50 })
    await row(a)
      .getByRole('button', { name: /^Choisir une place/ })
      .click()
    await expect.element(dialog()).toBeVisible()
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS)
    vi.advanceTimersByTime(MINUTE_MS)
    await expect.element(page.getByText('Les votes sont clos pour ce match.')).toBeVisible()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(podium()).not.toBeInTheDocument()
  })

  test.each([
    ['fast', 60 * MINUTE_MS],
    ['slow', -60 * MINUTE_MS],
  ])('a phone whose clock is an hour %s closes the vote when the server does', async (_name, skew) => {
    const open = await world.build({ status: 'finished', finishedAgo: 50 })
    const closed = await world.build({ status: 'finished', finishedAgo: 70 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew })
    await openMatch(open.id)
    await expect.element(page.getByText('Votes ouverts - Plus que quelques minutes !')).toBeInTheDocument()
    await expect.element(page.getByText('encore 10\u00a0minutes')).toBeInTheDocument()
    await openMatch(closed.id)
    await expect.element(page.getByText('Votes clos')).toBeVisible()
    await expectCount(controls(), 0)
  })
})
