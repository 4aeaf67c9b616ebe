import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Podium } from '../ballots/podium.ts'
import { filterTeam, type ListedPlayer, orderPlayers } from './order.ts'

const player = (player_id: number, more: Partial<ListedPlayer> = {}): ListedPlayer => ({
  player_id,
  side: player_id % 2 === 0 ? 'home' : 'away',
  minutes_played: null,
  rank: null,
  points: null,
  ...more,
})
const PODIUM: Podium = [
  { position: 1, player_id: 5 },
  { position: 3, player_id: 4 },
]

describe('the order of a match’s players', () => {
  it.each<[string, ListedPlayer[], Podium, boolean, number[]]>([
    ['picks first, by position', [player(1), player(4), player(5)], PODIUM, false, [5, 4, 1]],
    ['picks before the first of the ranking', [player(1, { rank: 1 }), player(4), player(5)], PODIUM, true, [5, 4, 1]],
    [
      'then rank, once the vote is closed',
      [player(1, { rank: 2, minutes_played: 90 }), player(2, { rank: 1 }), player(3)],
      [],
      true,
      [2, 1, 3],
    ],
    [
      'ignores rank while the vote is open',
      [player(1, { rank: 2, minutes_played: 90 }), player(2, { rank: 1 })],
      [],
      false,
      [1, 2],
    ],
    [
      'then minutes played',
      [player(1, { minutes_played: 12 }), player(2), player(3, { minutes_played: 90 })],
      [],
      false,
      [3, 1, 2],
    ],
    [
      'minutes inside a shared rank',
      [player(1, { rank: 3, minutes_played: 12 }), player(2, { rank: 3, minutes_played: 90 })],
      [],
      true,
      [2, 1],
    ],
    ['then points', [player(1, { points: 10 }), player(2, { points: 80 }), player(3)], [], true, [2, 1, 3]],
    ['else the order of the lineup', [player(9), player(1), player(4)], [], false, [9, 1, 4]],
  ])('%s', (_name, players, podium, closed, expected) => {
    expect(orderPlayers(players, podium, { closed }).map((one) => one.player_id)).toEqual(expected)
  })

  it('keeps every player, and sorting again changes nothing', () => {
    const some = fc.uniqueArray(
      fc.record({
        player_id: fc.integer({ min: 1, max: 30 }),
        side: fc.constantFrom('home', 'away'),
        minutes_played: fc.option(fc.integer({ min: 0, max: 95 })),
        rank: fc.option(fc.integer({ min: 1, max: 12 })),
        points: fc.option(fc.integer({ min: 0, max: 400 })),
      }),
      { selector: (one) => one.player_id },
    )
    fc.assert(
      fc.property(some, fc.boolean(), (players, closed) => {
        const ordered = orderPlayers(players, PODIUM, { closed })
        expect(new Set(ordered)).toEqual(new Set(players))
        expect(orderPlayers(ordered, PODIUM, { closed })).toEqual(ordered)
      }),
    )
  })
})

describe('the team tabs', () => {
  it.each([
    ['all', [1, 2, 3]],
    ['home', [2]],
    ['away', [1, 3]],
  ] as const)('%s', (tab, expected) => {
    expect(filterTeam([player(1), player(2), player(3)], tab).map((one) => one.player_id)).toEqual(expected)
  })
})
