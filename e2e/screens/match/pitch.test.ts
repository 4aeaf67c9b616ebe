import type { LineupPlayer, MatchScreen } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { countedMatch } from '../../shared/matches.ts'
import type { MatchState } from '../../support/orders.ts'
import { DESKTOP, LONG_CLUB, LONG_NAME, NAMES, PHONE, SMALL_PHONE, STRANGE_NAMES } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, press } from '../support/screen.ts'
import {
  atMatch,
  ballotsSent,
  button,
  choose,
  dialog,
  expectPicked,
  expectSaved,
  openMatch,
  rememberRevealed,
  row,
  rows,
  target,
} from '../support/voting.ts'
import { change } from '../support/wire.ts'
import { castBallot, read, signIn, world } from '../support/world.ts'

const CLUBS = { names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' } as const
const STATE = { ...CLUBS, formation: '4-3-3', players: 24 } as const
const half = (club: string) => page.getByRole('region', { name: club, exact: true })
const home = half(STATE.home)
const away = half(STATE.away)
const spots = page.css('section > div > ol > [data-player]')
const toPitch = button('Afficher\u00a0: Terrain')
const toList = button('Afficher\u00a0: Liste')

/** Changes the players in the answers of the match screen. */
function changePlayers(to: (player: LineupPlayer, index: number) => LineupPlayer | null): void {
  change(/^\/api\/rpc\/get_match_screen/, (answer) => {
    const screen = answer as MatchScreen
    return { ...screen, players: screen.players.map(to).filter((player) => player !== null) }
  })
}

/** Opens a match whose vote is open, in the pitch view. */
async function atPitch(state: MatchState = {}) {
  const match = await atMatch({ ...STATE, ...state })
  await toPitch.click()
  await expect.element(spots.first()).toBeVisible()
  return match
}

const boxOf = (playerId: number) => target(playerId).element().getBoundingClientRect()

describe('the pitch', () => {
  test('shows both elevens in their formation, the home side on top, and the substitutes as rows below', async () => {
    const { playerIds } = await atPitch()
    await expectCount(spots, 22)
    await expectCount(rows(), 24)
    for (const side of [home, away]) await expect.element(side.getByRole('heading')).toMatchTextContent('4-3-3')
    const [keeper = 0, awayKeeper = 0, left = 0, awayLeft = 0, , , , , right = 0, awayRight = 0] = playerIds
    const [forward = 0, awayForward = 0] = playerIds.slice(20)
    const tops = [keeper, left, forward, awayForward, awayLeft, awayKeeper].map((id) => boxOf(id).top)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    // The home side plays downwards, so that its left is the right of the screen.
    expect(boxOf(left).left).toBeGreaterThan(boxOf(right).left)
    expect(boxOf(awayLeft).left).toBeLessThan(boxOf(awayRight).left)
    expect(boxOf(left).top).toBe(boxOf(right).top)
    await expect.element(page.getByRole('heading', { name: 'Sur le banc' })).toBeVisible()
    await expect
      .element(row(playerIds[22] ?? 0).getByRole('button', { name: /^Choisir une place/ }))
      .toBeInTheDocument()
  })

  test('has its reading and focus order from the keeper to the attack, the home side first', async () => {
    const { playerIds } = await atPitch()
    const lines = [[0], [4, 3, 2, 1], [7, 6, 5], [10, 9, 8]]
    const order = [
      ...lines.flat().map((place) => playerIds[place * 2]),
      ...lines.flatMap((line) => line.toReversed()).map((place) => playerIds[place * 2 + 1]),
    ]
    expect(spots.elements().map((spot) => Number(spot.getAttribute('data-player')))).toEqual(order)
    ;(target(playerIds[0] ?? 0).element() as HTMLElement).focus()
    for (const id of order.slice(1)) {
      await userEvent.tab()
      expect(document.activeElement).toBe(target(id ?? 0).element())
    }
  })

  test('accepts a complete vote by taps, stores it, and moves no player', async () => {
    const { id, playerIds, a, b } = await atPitch()
    const [substitute = 0] = playerIds.slice(22)
    const before = boxOf(b)
    await target(a).click()
    await expectPicked(a)
    await target(b).click()
    await expectPicked(b)
    expect(boxOf(b).left).toBe(before.left)
    await target(substitute).click()
    await expect.element(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
    await expectSaved()
    const { vote } = await read<{ vote: Vote }>(`/api/votes/${id}`)
    expect(vote.top3.map(({ player_id }) => player_id)).toEqual([a, b, substitute])
    await expect.element(row(b)).toMatchTextContent('2')
  })

  test('accepts a vote by keyboard: a picked player opens the choice of places, and the focus returns', async () => {
    const { id, a, b, c, d } = await atPitch()
    await choose(a, b, c)
    await expect.element(target(c)).toHaveFocus()
    await press(target(d), ' ')
    await press(dialog().getByRole('button', { name: '2e, remplace Tomàs Brunel' }), '{Enter}')
    await expectPicked(b, false)
    await expect.element(target(d)).toHaveFocus()
    await press(target(a), '{Enter}')
    await press(dialog().getByRole('button', { name: 'Retirer du podium' }), '{Enter}')
    await expectPicked(a, false)
    await expect.element(target(a)).toHaveFocus()
    await expectSaved()
    const { vote } = await read<{ vote: Vote }>(`/api/votes/${id}`)
    expect(vote.top3.map(({ position, player_id }) => [position, player_id])).toEqual([
      [2, d],
      [3, c],
    ])
  })

  test('gives each player the same accessible name as the list, with facts and place, and shows these as icons', async () => {
    const { a, b } = await atPitch({
      events: [
        { minute: 12, type: 'goal', player: 0 },
        { minute: 20, type: 'goal', player: 0 },
        { minute: 55, type: 'yellow', player: 0 },
        { minute: 63, type: 'substitution', player: 1, other: 23 },
      ],
    })
    await choose(a)
    const facts = 'Stade Clairmont, Dans les buts, 90\u00a0minutes de jeu, 2\u00a0buts, carton jaune, 1er de ton podium'
    await expect.element(target(a)).toHaveAccessibleName(`Éloi Vasseur, ${facts}.`)
    await expect
      .element(target(b))
      .toHaveAccessibleName(/^Tomàs Brunel, AS Belleroche, .*, remplacement à la 63e minute\.$/)
    await expect.element(row(a)).toMatchTextContent('×2')
    await expect.element(row(b)).toMatchTextContent("63'")
    await expect.element(row(a).getByText('Vasseur', { exact: true })).toBeVisible()
  })

  test('shows one side larger in its tab, and is replaced by the rows that a search finds', async () => {
    const { a } = await atPitch()
    const { width } = row(a).css('span > span').first().element().getBoundingClientRect()
    await page.getByRole('tab', { name: STATE.home }).click()
    await expectCount(spots, 11)
    await expect.element(away).not.toBeInTheDocument()
    expect(row(a).css('span > span').first().element().getBoundingClientRect().width).toBeGreaterThan(width)
    await button('Chercher un joueur').click()
    await page.getByRole('searchbox').fill('vasseur')
    await expectCount(spots, 0)
    await expectCount(rows(), 1)
  })

  test('is remembered on this phone until the fan returns to the list, and leaves the focus on its button', async () => {
    const { id } = await atPitch()
    await expect.element(toList).toHaveFocus()
    await open(`/match/${id}`)
    await expectCount(spots, 22)
    await press(toList, '{Enter}')
    await expect.element(toPitch).toHaveFocus()
    await expectCount(spots, 0)
    await expectCount(rows(), 24)
    await open(`/match/${id}`)
    await expect.element(toPitch).toBeVisible()
    await expectCount(spots, 0)
  })
})

describe('the pitch in each state of the match', () => {
  test('refuses a tap before the vote opens', async () => {
    const { a } = await atPitch({ minute: 31 })
    await expect.element(target(a)).toHaveAttribute('aria-disabled', 'true')
    await target(a).click({ force: true })
    await expectPicked(a, false)
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(ballotsSent()).toEqual([])
  })

  test('links to the players once the vote is closed, with points, ratings and the fan’s own picks', async () => {
    await signIn()
    const match = await world.build({ ...STATE, rating: 7.4 })
    const [first = 0, second = 0, third = 0, fourth = 0] = match.playerIds
    await castBallot(match.id, [second, first, third])
    await world.vote(
      match.id,
      Array.from({ length: 11 }, () => [first, second, third]),
    )
    await world.finish(match.id, 61)
    rememberRevealed(match.id)
    await openMatch(match.id)
    await toPitch.click()
    const link = row(first).getByRole('link')
    await expect
      .element(link)
      .toHaveAccessibleName(/ note officielle 7,4\. \d+\u00a0points, #1 du match, Mon podium, 2e$/)
    await expect.element(row(first)).toMatchTextContent('pts')
    await expect.element(row(fourth).getByRole('link')).toHaveAccessibleName(/\. Hors top 10$/)
    await expectNoViolation('the pitch of a result')
    await link.click()
    await expect.poll(() => location.pathname).toBe(`/player/${first}`)
  })

  test('without a grid, places the players by position, and lists starters beyond the eleventh as rows', async () => {
    const match = await countedMatch(world, 0, { ...CLUBS, players: 26 })
    await openMatch(match.id)
    await toPitch.click()
    await expectCount(spots, 22)
    await expectCount(rows(), 26)
    await expect.element(home.getByRole('heading')).toMatchTextContent(/^Stade Clairmont$/)
    const tops = new Set(spots.elements().map((spot) => Math.round(spot.getBoundingClientRect().top)))
    expect(tops.size).toBe(6)
  })

  test('with the starters of only one side, shows that half, and the other side as rows', async () => {
    changePlayers((player) => (player.side === 'away' ? { ...player, is_starter: false } : player))
    await atPitch()
    await expectCount(spots, 11)
    await expect.element(away).not.toBeInTheDocument()
    await page.getByRole('tab', { name: STATE.away }).click()
    await expectCount(spots, 0)
    await expectCount(rows(), 12)
  })

  test('is not offered without a lineup or without starters, even to a fan who chose it before', async () => {
    localStorage.setItem('tribune-pitch', 'shown')
    const bare = await world.build({ players: 0 })
    await openMatch(bare.id)
    await expect.element(page.getByText('Les compositions ne sont pas encore connues.')).toBeVisible()
    await expectCount(toList, 0)
    changePlayers((player) => ({ ...player, is_starter: false }))
    const { id } = await world.build(STATE)
    await openMatch(id)
    await expectCount(rows(), 24)
    await expectCount(toList, 0)
    await expectCount(toPitch, 0)
  })

  test('removes a picked starter who did not play at a tap, and does not offer other such players', async () => {
    const { id, a, b, d } = await atPitch()
    await choose(a, b)
    await expectSaved()
    changePlayers((player) => ([a, d].includes(player.player_id) ? { ...player, did_play: false } : player))
    await open(`/match/${id}`)
    await expect.element(row(d)).toMatchTextContent('N’a pas joué')
    await expectCount(row(d).getByRole('button'), 0)
    await target(a).click()
    await expectCount(row(a).getByRole('button'), 0)
    await expectPicked(b)
  })
})

describe('the pitch on any phone', () => {
  test('fits with lines of five and long names, and has targets of at least 44 px', async () => {
    const names = [...STRANGE_NAMES, ...Array(17).fill(LONG_NAME)]
    const { playerIds, a } = await atPitch({ names, home: 'Corval', away: LONG_CLUB, formation: '3-5-2' })
    await choose(a)
    for (const size of [SMALL_PHONE, PHONE, { width: 844, height: 390 }, DESKTOP]) {
      await expectToFit(size)
      expectApart(playerIds.slice(0, 22).map(boxOf), `at ${size.width} px`)
    }
  })

  /** Expects targets of at least 44 px that do not overlap. */
  function expectApart(boxes: readonly DOMRect[], at: string): void {
    for (const { width, height } of boxes) expect(Math.min(width, height), at).toBeGreaterThanOrEqual(44)
    const overlaps = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        ),
    )
    expect(overlaps, at).toEqual([])
  }

  test('has no accessibility violation while the vote is open', async () => {
    await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
    const { a, b, c } = await atPitch({ events: [{ minute: 12, type: 'goal', player: 0 }] })
    await choose(a, b, c)
    await expectNoViolation('the pitch of an open vote')
  })
})

const KITS = { ...CLUBS, kits: ['#1d3f8f', '#b3202c'] } as const
/** The colours as they stand out from each theme (`domain/matches/kit-colours.test.ts`). */
const LIGHT = ['rgb(29, 63, 143)', 'rgb(179, 32, 44)']
const DARK = ['rgb(97, 121, 177)', 'rgb(194, 77, 86)']

/** Returns the colours of the lines of both clubs within elements. */
const lines = (within: string) =>
  ['home', 'away'].map((side) => {
    const line = document.querySelector(`${within} .kit-${side}`)
    return line === null ? null : getComputedStyle(line).backgroundColor
  })

async function inDark(): Promise<void> {
  await commands.emulate({ colorScheme: 'dark' })
  onTestFinished(() => commands.emulate({ colorScheme: 'light' }))
}

test('the board, the tabs, the bar and the pitch have the colours of both shirts, as each theme allows', async () => {
  await atMatch({ ...KITS, formation: '4-3-3' })
  expect(lines('main section')).toEqual(DARK)
  expect(lines('[role="tablist"]')).toEqual(LIGHT)
  window.scrollTo(0, 300)
  await expect.poll(() => lines('header')).toEqual(LIGHT)
  await button('Afficher\u00a0: Terrain').click()
  await expect.poll(() => lines('main section h2')).toEqual(LIGHT)
  await expectNoViolation('a match with the colours of shirts')
  await inDark()
  window.scrollTo(0, 300)
  await expect.poll(() => lines('header')).toEqual(DARK)
  for (const place of ['main section', '[role="tablist"]', 'main section h2']) expect(lines(place), place).toEqual(DARK)
})

test('the reveal has the colours of both shirts under its players', async () => {
  await signIn()
  const match = await world.build(KITS)
  const podium = match.playerIds.slice(0, 3)
  await castBallot(match.id, podium)
  await world.vote(match.id, Array(10).fill(podium))
  await world.finish(match.id, 61)
  await openMatch(match.id)
  await expect.element(page.getByRole('dialog', { name: 'Le podium est là' })).toBeVisible()
  expect(lines('[role="dialog"] ol')).toEqual(DARK)
})

test('a match without shirt colours shows no line', async () => {
  await atMatch(CLUBS)
  for (const place of ['main section', '[role="tablist"]'])
    expect(lines(place)).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
})
