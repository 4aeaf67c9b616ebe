import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  excessOf,
  type Likeness,
  MAX_GROUPS,
  mostSuspicious,
  type Suspect,
  settingAsideBar,
  standingOf,
} from './suspicion.ts'

const like = (ballots: number, alike: number, others: number, othersAlike: number): Likeness => ({
  ballots,
  alike,
  others,
  othersAlike,
})

describe('the score of a group', () => {
  test.each([
    ['a script’s thousand equal ballots', like(1_001, 1_001, 1_200, 6), 995.995, 'apart'],
    ['a script that spreads over two podiums', like(1_000, 500, 1_200, 6), 495, 'somewhat'],
    ['a stadium behind one address that votes as everybody', like(5_000, 900, 1_000, 180), 0, 'like_others'],
    ['a stadium that likes one podium a little better', like(5_000, 1_000, 1_000, 180), 100, 'like_others'],
    ['a stadium that likes one podium less', like(5_000, 100, 1_000, 180), 0, 'like_others'],
    ['a family of three', like(3, 3, 2_000, 2), 2.997, 'like_others'],
    ['a class of thirty that agrees', like(30, 30, 2_000, 200), 27, 'apart'],
    ['a minute in which as many chose the favourite as in any other', like(100, 20, 1_900, 380), 0, 'like_others'],
    ['all ballots of a match: nothing to compare with', like(1_000, 1_000, 0, 0), 0, 'like_others'],
    ['no one', like(0, 0, 10, 1), 0, 'like_others'],
  ])('%s', (_, group, excess, standing) => {
    expect(excessOf(group)).toBeCloseTo(excess, 3)
    expect(standingOf(group.ballots, excessOf(group))).toBe(standing)
  })

  const shares = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 12 })

  test('is 0 for an honest crowd of any size that spreads its picks like all other fans', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (podiums, here, there) => {
        const ballots = podiums.reduce((sum, one) => sum + one, 0)
        const commonest = Math.max(...podiums)
        const group = like(ballots * here, commonest * here, ballots * there, commonest * there)
        expect(excessOf(group)).toBeCloseTo(0, 6)
      }),
    )
  })

  test('never exceeds the equal ballots, and grows with each one more', () => {
    const group = fc
      .tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), fc.nat(1_000))
      .map(([a, b, c, d]) => like(a + b, a, c + d, c))
    fc.assert(
      fc.property(group, (one) => {
        expect(excessOf(one)).toBeGreaterThanOrEqual(0)
        expect(excessOf(one)).toBeLessThanOrEqual(one.alike)
        const more = excessOf({ ...one, ballots: one.ballots + 1, alike: one.alike + 1 })
        expect(more).toBeGreaterThanOrEqual(excessOf(one) - 1e-9)
      }),
    )
  })
})

describe('the order of groups', () => {
  const group = (key: string, likeness: Likeness, dimension: Suspect['dimension'] = 'network') => ({
    ...likeness,
    dimension,
    key,
  })

  test('the group of a script comes before larger groups of honest fans', () => {
    const script = group('script', like(1_001, 1_001, 1_200, 6))
    const stadium = group('stadium', like(1_100, 60, 1_101, 55), 'network_wide')
    const mail = group('mail.example', like(1_150, 70, 1_051, 60), 'mail_domain')
    expect(mostSuspicious([mail, stadium, script]).map(({ key }) => key)).toEqual(['script', 'stadium', 'mail.example'])
  })

  test('ties go by size, then from the narrowest likeness, then by key, and do not depend on the order given', () => {
    const even = like(10, 5, 0, 0)
    const groups = [
      group('b', even),
      group('a', even),
      group('a', even, 'network_wide'),
      group('c', like(11, 5, 0, 0), 'device'),
    ]
    const ordered = ['device c', 'network a', 'network b', 'network_wide a']
    const named = (list: readonly Suspect[]) => list.map(({ dimension, key }) => `${dimension} ${key}`)
    expect(named(mostSuspicious(groups))).toEqual(ordered)
    expect(named(mostSuspicious(groups.toReversed()))).toEqual(ordered)
  })

  test('only the first twenty are listed', () => {
    const many = Array.from({ length: 50 }, (_, n) => group(`n${n}`, like(n, n, 100, 0)))
    const listed = mostSuspicious(many)
    expect(listed).toHaveLength(MAX_GROUPS)
    expect(listed[0]).toMatchObject({ key: 'n49', excess: 49 })
  })
})

describe('setting ballots of a match aside', () => {
  const seasons = [
    { start: new Date('2026-07-01T00:00:00Z'), end: new Date('2027-07-01T00:00:00Z') },
    { start: new Date('2025-07-01T00:00:00Z'), end: new Date('2026-07-01T00:00:00Z') },
  ]

  test.each([
    ['is barred while its vote is open', '2026-10-04T19:00:00Z', null, '2026-10-04T20:30:00Z', 'ballots_still_change'],
    [
      'is barred while its vote is open, in a season that is over',
      '2026-06-30T21:00:00Z',
      null,
      '2026-07-01T00:00:00Z',
      'ballots_still_change',
    ],
    [
      'is allowed once its result is published',
      '2026-10-04T19:00:00Z',
      '2026-10-04T22:00:00Z',
      '2026-10-04T22:00:00Z',
      null,
    ],
    [
      'is allowed to the last moment of its season',
      '2026-06-30T18:00:00Z',
      '2026-06-30T21:00:00Z',
      '2026-06-30T23:59:59Z',
      null,
    ],
    [
      'is barred once its season is over',
      '2026-06-30T18:00:00Z',
      '2026-06-30T21:00:00Z',
      '2026-07-01T00:00:00Z',
      'match_season_over',
    ],
    [
      'follows the season of its kick-off, not of its result',
      '2026-06-30T23:00:00Z',
      '2026-07-01T02:00:00Z',
      '2026-07-01T02:00:00Z',
      'match_season_over',
    ],
    [
      'is allowed in a season that has just begun',
      '2026-07-01T00:00:00Z',
      '2026-07-01T03:00:00Z',
      '2026-07-01T03:00:00Z',
      null,
    ],
    [
      'is barred outside every season',
      '2025-06-30T23:59:59Z',
      '2025-07-01T03:00:00Z',
      '2025-07-02T00:00:00Z',
      'match_season_over',
    ],
  ])('%s', (_, kickOff, published, now, bar) => {
    const match = { match_date: new Date(kickOff), published_at: published === null ? null : new Date(published) }
    expect(settingAsideBar(seasons, match, new Date(now))).toBe(bar)
  })

  test('is barred where there is no season', () => {
    const at = new Date('2026-10-04T22:00:00Z')
    expect(settingAsideBar([], { match_date: at, published_at: at }, at)).toBe('match_season_over')
  })
})
