import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { LONG_CLUB, SMALL_PHONE } from '../../support/samples.ts'
import { expectToFit } from '../support/axe.ts'
import { expectCount, open, textsOf } from '../support/screen.ts'
import { requests } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'
import { cardOf, competitionsFrom, rows } from './home.ts'

const DAY = 24 * 60
const competition = competitionsFrom(881_000)

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
