import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateSeason, performanceShare, pointsPerMatch, rankSeason, type SeasonTotals, trendOf } from './season.ts'

const totals = (player_id: number, total_points: number, wins = 0, podiums = 0, matches_played = 1): SeasonTotals => ({
  player_id,
  total_points,
  wins,
  podiums,
  matches_played,
})

describe('the season ranking', () => {
  const ranks = (rows: SeasonTotals[]) => rankSeason(rows).map((row) => [row.player_id, row.rank])

  it.each<[string, SeasonTotals[], [number, number][]]>([
    [
      'is by total',
      [totals(1, 80), totals(2, 100)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'then by wins',
      [totals(1, 100, 1, 9), totals(2, 100, 2)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'then by podiums',
      [totals(1, 100, 1, 1, 1), totals(2, 100, 1, 2, 9)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'then by fewer matches',
      [totals(1, 100, 1, 1, 4), totals(2, 100, 1, 1, 3)],
      [
        [2, 1],
        [1, 2],
      ],
    ],
    [
      'shares the rank of equal players and skips the next',
      [totals(3, 90), totals(2, 100), totals(1, 100), totals(4, 80)],
      [
        [1, 1],
        [2, 1],
        [3, 3],
        [4, 4],
      ],
    ],
    ['is empty without players', [], []],
  ])('%s', (_name, rows, expected) => {
    expect(ranks(rows)).toEqual(expected)
  })

  const seasonRows = fc.uniqueArray(
    fc.record({
      player_id: fc.integer({ min: 1, max: 50 }),
      total_points: fc.integer({ min: 0, max: 3 }),
      wins: fc.integer({ min: 0, max: 1 }),
      podiums: fc.integer({ min: 0, max: 1 }),
      matches_played: fc.integer({ min: 1, max: 2 }),
    }),
    { selector: (row) => row.player_id, maxLength: 20 },
  )

  it('does not depend on the input order', () => {
    const shuffled = seasonRows.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    )
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(rankSeason(other)).toEqual(rankSeason(one))
      }),
    )
  })

  it('ranks each player one below the number of strictly better ones', () => {
    fc.assert(
      fc.property(seasonRows, (rows) => {
        const ranked = rankSeason(rows)
        for (const row of ranked) expect(row.rank).toBe(1 + ranked.filter((other) => other.rank < row.rank).length)
      }),
    )
  })
})

describe('the performance bar', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [1_500, 0.5],
    [3_000, 1],
    [4_200, 1],
  ])('at %d points is filled to %d', (points, share) => {
    expect(performanceShare(points)).toBe(share)
  })
})

describe('points per match', () => {
  it.each([
    [0, 0, 0],
    [300, 1, 300],
    [1_020, 7, 1_020 / 7],
  ])('of %d points in %d matches are %d', (total_points, matches_played, mean) => {
    expect(pointsPerMatch({ total_points, matches_played })).toBe(mean)
  })
})

describe('the trend', () => {
  it.each([
    [3, 5, 'up'],
    [5, 3, 'down'],
    [4, 4, 'stable'],
    [4, null, 'stable'],
  ] as const)('rank %d, seven days before %s: %s', (now, before, trend) => {
    expect(trendOf(now, before)).toBe(trend)
  })
})

describe('the season added up locally', () => {
  const points = (match_id: number, player_id: number, rank: number, amount: number) => ({
    match_id,
    player_id,
    player_name: `Joueur ${player_id}`,
    rank,
    points: amount,
  })
  const lineup = (match_id: number, player_id: number, minutes_played?: number | null) => ({
    match_id,
    player_id,
    player_name: `Joueur ${player_id}`,
    ...(minutes_played === undefined ? {} : { minutes_played }),
  })
  const MATCHES = [
    { id: 1, competition_id: 61, match_date: '2025-09-01T18:00:00Z' },
    { id: 2, competition_id: 61, match_date: '2026-05-01T18:00:00Z' },
    { id: 3, competition_id: 99, match_date: '2025-10-01T18:00:00Z' },
  ]
  const SEASON = { start: '2025-07-01T00:00:00Z', end: '2026-06-30T23:59:59.999Z' }

  it('sums points, wins, podiums and matches of enabled competitions', () => {
    const pointsRows = [points(1, 7, 1, 300), points(2, 7, 3, 210), points(1, 8, 2, 240), points(3, 8, 1, 100)]
    const lineups = [lineup(1, 7), lineup(2, 7), lineup(1, 8, 90), lineup(2, 8, 0), lineup(3, 8, 90), lineup(1, 9, 90)]
    expect(aggregateSeason(pointsRows, lineups, MATCHES, [61], SEASON)).toEqual([
      { player_id: 7, player_name: 'Joueur 7', total_points: 510, wins: 1, podiums: 2, matches_played: 2 },
      { player_id: 8, player_name: 'Joueur 8', total_points: 240, wins: 0, podiums: 1, matches_played: 1 },
    ])
  })

  it('counts a match played without points, and one ranked without a lineup, once each', () => {
    const pointsRows = [points(1, 7, 4, 60), points(2, 8, 4, 60)]
    const lineups = [lineup(1, 7, 90), lineup(2, 7, null)]
    expect(aggregateSeason(pointsRows, lineups, MATCHES, [61], SEASON).map((row) => row.matches_played)).toEqual([2, 1])
  })

  it('leaves out players whose ranks earned nothing, and unknown matches', () => {
    expect(aggregateSeason([points(1, 7, 14, 0), points(50, 8, 1, 100)], [], MATCHES, [61, 99], SEASON)).toEqual([])
  })

  it.each([
    ['before the season', '2025-06-30T23:59:59Z', SEASON, 0],
    ['at its first moment', '2025-07-01T00:00:00Z', SEASON, 100],
    ['at its last', '2026-06-30T23:59:59.999Z', SEASON, 100],
    ['after it', '2026-07-01T00:00:00Z', SEASON, 0],
    ['late, while no end is known', '2026-07-01T00:00:00Z', { ...SEASON, end: null }, 100],
  ])('counts a match by its kick-off: %s', (_name, match_date, season, total) => {
    const matches = [{ id: 1, competition_id: 61, match_date }]
    const [player] = aggregateSeason([points(1, 7, 1, 100)], [], matches, [61], season)
    expect(player?.total_points ?? 0).toBe(total)
  })
})
