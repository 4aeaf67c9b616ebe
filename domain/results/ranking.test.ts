import { describe, expect, it } from 'vitest'
import type { CompleteBallot, Tally } from '../ballots/tally.ts'
import { tallyOf } from '../testing/tally.ts'
import { followsRatings, type RatedPlayer, rankMatch } from './ranking.ts'

type Places = readonly [id: number, firsts: number, seconds: number, thirds: number]
type Duel = readonly [above: number, below: number, ballots: number]

/** A tally written by hand, to isolate each tie-break. */
const tally = (places: readonly Places[], duels: readonly Duel[] = [], voters = 40): Tally => ({
  voters,
  players: places.map(([player_id, firsts, seconds, thirds]) => ({ player_id, firsts, seconds, thirds })),
  duels: duels.map(([above_id, below_id, ballots]) => ({ above_id, below_id, ballots })),
})
const rated = (player_id: number, rating: number | null = null, minutes_played: number | null = 90): RatedPlayer => ({
  player_id,
  player_name: `Joueur ${player_id}`,
  rating,
  minutes_played,
})
const ranksOf = (counted: Tally, players: readonly RatedPlayer[] = [], coefficient = 1) =>
  rankMatch({ tally: counted, players, coefficient }).ranked.map((line) => [line.player_id, line.rank])

const SAME = [2, 1, 1] as const

describe('a match ranked by votes', () => {
  it.each<[string, Tally, RatedPlayer[], [id: number, rank: number][]]>([
    [
      'score',
      tally([
        [1, 0, 0, 4],
        [2, 1, 0, 0],
      ]),
      [],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'more first places',
      tally([
        [1, 0, 5, 0],
        [2, 3, 0, 0],
      ]),
      [rated(1, 9.9)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'more second places',
      tally([
        [1, 1, 0, 3],
        [2, 1, 1, 0],
      ]),
      [rated(1, 9.9)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'a duel won',
      tally(
        [
          [1, ...SAME],
          [2, ...SAME],
        ],
        [
          [2, 1, 3],
          [1, 2, 1],
        ],
      ),
      [rated(1, 9.9)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'duels won among three',
      tally(
        [
          [1, ...SAME],
          [2, ...SAME],
          [3, ...SAME],
        ],
        [
          [3, 1, 1],
          [3, 2, 1],
          [2, 1, 1],
        ],
      ),
      [rated(1, 9.9)],
      [
        [3, 1],
        [2, 2],
        [1, 3],
      ],
    ],
    [
      'duels in a cycle decide nothing: rating does',
      tally(
        [
          [1, ...SAME],
          [2, ...SAME],
          [3, ...SAME],
        ],
        [
          [1, 2, 1],
          [2, 3, 1],
          [3, 1, 1],
        ],
      ),
      [rated(1, 6.1), rated(2, 8.2), rated(3, 7)],
      [
        [2, 1],
        [3, 2],
        [1, 3],
      ],
    ],
    [
      'duels in a cycle, no ratings: the rank is shared',
      tally(
        [
          [1, ...SAME],
          [2, ...SAME],
          [3, ...SAME],
          [4, 0, 1, 0],
        ],
        [
          [1, 2, 1],
          [2, 3, 1],
          [3, 1, 1],
        ],
      ),
      [],
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 4],
      ],
    ],
    [
      'duels against players outside the tie do not count',
      tally(
        [
          [1, ...SAME],
          [2, ...SAME],
          [3, 0, 0, 9],
          [4, 0, 0, 8],
        ],
        [
          [1, 3, 5],
          [1, 4, 5],
        ],
      ),
      [rated(2, 7)],
      [
        [2, 1],
        [1, 2],
        [3, 3],
        [4, 4],
      ],
    ],
    [
      'equal in duels won: rating decides, not the duel between the two',
      tally(
        [
          [1, ...SAME],
          [2, ...SAME],
          [3, ...SAME],
          [4, ...SAME],
        ],
        [
          [1, 2, 1],
          [1, 3, 1],
          [2, 3, 1],
          [4, 1, 1],
          [2, 4, 1],
          [3, 4, 1],
        ],
      ),
      [rated(1, 6), rated(2, 7), rated(3, 6), rated(4, 9)],
      [
        [2, 1],
        [1, 2],
        [4, 3],
        [3, 4],
      ],
    ],
    [
      'rating',
      tally([
        [1, ...SAME],
        [2, ...SAME],
      ]),
      [rated(1, 7.2), rated(2, 7.3)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'no rating is the lowest',
      tally([
        [1, ...SAME],
        [2, ...SAME],
      ]),
      [rated(1), rated(2, 0)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'equal ratings share',
      tally([
        [1, ...SAME],
        [2, ...SAME],
      ]),
      [rated(1, 7), rated(2, 7)],
      [
        [1, 1],
        [2, 1],
      ],
    ],
    [
      'minutes do not matter, unknown ones neither',
      tally([
        [1, ...SAME],
        [2, ...SAME],
        [3, ...SAME],
      ]),
      [rated(1, 7, 1), rated(2, 7), rated(3, 7, null)],
      [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
    ],
    [
      'a player who did not play is not ranked',
      tally([
        [1, 9, 0, 0],
        [2, 0, 9, 0],
        [3, 0, 0, 9],
      ]),
      [rated(1, 9.9, 0), rated(2), rated(3)],
      [
        [2, 1],
        [3, 2],
      ],
    ],
    ['no player is ranked if none of the picks played', tally([[1, 20, 0, 0]]), [rated(1, 9.9, 0)], []],
  ])('%s', (_name, counted, players, expected) => {
    expect(ranksOf(counted, players)).toEqual(expected)
  })

  it('gives both players of a shared rank its points, and skips the next rank', () => {
    const { ranked } = rankMatch({
      tally: tally([
        [1, 9, 0, 0],
        [2, ...SAME],
        [3, ...SAME],
        [4, 1, 0, 0],
      ]),
      players: [],
      coefficient: 1.5,
    })
    expect(ranked.map((line) => [line.rank, line.points])).toEqual([
      [1, 150],
      [2, 120],
      [2, 120],
      [4, 90],
    ])
  })

  it('shares the tenth rank too: three tenths earn 10 each, the thirteenth nothing', () => {
    const nine = Array.from({ length: 9 }, (_, index): Places => [index + 1, 30 - index, 0, 0])
    const counted = tally([...nine, [10, 0, 0, 2], [11, 0, 0, 2], [12, 0, 0, 2], [13, 0, 0, 1]])
    const { ranked } = rankMatch({ tally: counted, players: [], coefficient: 1 })
    expect(ranked.slice(8).map((line) => [line.rank, line.points])).toEqual([
      [9, 15],
      [10, 10],
      [10, 10],
      [10, 10],
      [13, 0],
    ])
  })

  it('publishes the counts behind a rank', () => {
    const line = rankMatch({ tally: tally([[7, 3, 2, 4]]), players: [rated(7, 7.4)], coefficient: 3.77 })
    expect(line).toEqual({
      source: 'votes',
      reason: null,
      voters: 40,
      ranked: [
        {
          player_id: 7,
          player_name: 'Joueur 7',
          rank: 1,
          points: 377,
          score: 25,
          firsts: 3,
          seconds: 2,
          thirds: 4,
          total_votes: 9,
          rating: 7.4,
        },
      ],
    })
  })

  it('leaves out unpicked players, however well rated', () => {
    expect(ranksOf(tally([[1, 1, 0, 0]]), [rated(1), rated(2, 10)])).toEqual([[1, 1]])
  })

  it('counts ballots for a player who has left the lineup', () => {
    const { ranked } = rankMatch({
      tally: tally([
        [1, 2, 0, 0],
        [2, 1, 0, 0],
      ]),
      players: [rated(2)],
      coefficient: 1,
    })
    expect(ranked.map((line) => [line.player_name, line.rank])).toEqual([
      ['', 1],
      ['Joueur 2', 2],
    ])
  })
})

describe('the source of a ranking', () => {
  const ballots = (count: number) => tallyOf(Array.from({ length: count }, (): CompleteBallot => [1, 2, 3]))
  const players = [
    rated(1, 6),
    rated(2, 9.1),
    rated(3, 7.5),
    rated(4, 7.5),
    rated(5, 8, 0),
    rated(6),
    rated(7, 5, null),
  ]

  it.each([
    [0, 'ratings_fallback'],
    [9, 'ratings_fallback'],
    [10, 'votes'],
    [11, 'votes'],
  ])('with %d complete ballots is %s', (count, source) => {
    expect(rankMatch({ tally: ballots(count), players, coefficient: 1 })).toMatchObject({ source, voters: count })
  })

  it.each([
    ['votes', false],
    ['ratings_fallback', true],
    [null, true],
  ] as const)('decides whether later ratings change a published result: %s %s', (source, follows) => {
    expect(followsRatings(source)).toBe(follows)
  })

  it('below ten ballots ranks by rating, ties shared, without the unrated and those who did not play', () => {
    const { ranked } = rankMatch({ tally: ballots(9), players, coefficient: 2 })
    expect(ranked.map((line) => [line.player_id, line.rank, line.points, line.rating])).toEqual([
      [2, 1, 200, 9.1],
      [3, 2, 160, 7.5],
      [4, 2, 160, 7.5],
      [1, 4, 120, 6],
      [7, 5, 100, 5],
    ])
  })

  it('below ten ballots still publishes the counts', () => {
    const { ranked } = rankMatch({ tally: ballots(9), players, coefficient: 1 })
    expect(ranked.map((line) => [line.player_id, line.score, line.total_votes])).toEqual([
      [2, 27, 9],
      [3, 9, 9],
      [4, 0, 0],
      [1, 45, 9],
      [7, 0, 0],
    ])
  })

  it.each<[string, RatedPlayer[]]>([
    ['no player is rated', [rated(1), rated(2)]],
    ['the rated did not play', [rated(1, 7, 0)]],
    ['there is no lineup', []],
  ])('is none when %s, and the match says why', (_name, lineup) => {
    expect(rankMatch({ tally: ballots(9), players: lineup, coefficient: 1 })).toEqual({
      source: null,
      reason: 'no_ratings',
      voters: 9,
      ranked: [],
    })
  })
})
