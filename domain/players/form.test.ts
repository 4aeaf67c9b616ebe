import { describe, expect, test } from 'vitest'
import { type FormMatch, newest, outcomeInMatch, outcomeOf, scaleTop, sumUpPoints } from './form.ts'

const played: FormMatch = { minutes_played: 90, points: 0, published: true, source: 'votes' }

describe('the outcome of a match for a player', () => {
  test.each([
    ['points, they are ranked', { points: 300 }, 'ranked'],
    ['points without known minutes, they are ranked', { points: 300, minutes_played: 0 }, 'ranked'],
    ['no minute, they did not play', { minutes_played: 0 }, 'absent'],
    ['no minute before the result, they did not play either', { minutes_played: 0, published: false }, 'absent'],
    ['no published result, it is pending', { published: false, source: null }, 'pending'],
    ['nothing to rank from, no player is ranked', { source: null }, 'unranked'],
    ['a ranking without them, they are outside', {}, 'outside'],
    ['a ranking without them and unknown minutes, they are outside', { minutes_played: null }, 'outside'],
  ] as const)('with %s', (_why, change, outcome) => {
    expect(outcomeOf({ ...played, ...change })).toBe(outcome)
  })
})

describe('the outcome in the list of the match itself', () => {
  test.each([
    ['no minute played, they are absent', { did_play: false, points: null }, false, 'absent'],
    ['no minute played, they are absent despite points', { did_play: false, points: 100 }, true, 'absent'],
    ['no ranking yet, it is pending', { did_play: true, points: null }, false, 'pending'],
    ['no ranking yet, it is pending despite points', { did_play: true, points: 100 }, false, 'pending'],
    ['points, they are ranked', { did_play: true, points: 10 }, true, 'ranked'],
    ['points without a known lineup, they are ranked', { did_play: null, points: 10 }, true, 'ranked'],
    ['a rank without points, they are outside', { did_play: true, points: 0 }, true, 'outside'],
    ['no rank, they are outside', { did_play: null, points: null }, true, 'outside'],
  ] as const)('with %s', (_why, player, published, outcome) => {
    expect(outcomeInMatch(player, published)).toBe(outcome)
  })
})

test('the newest matches are returned in the order in which they were played', () => {
  expect(newest([5, 4, 3, 2, 1], 3)).toEqual([3, 4, 5])
  expect(newest([2, 1], 5)).toEqual([1, 2])
  expect(newest([], 5)).toEqual([])
})

test('points are summarised over matches played and published', () => {
  const matches = [
    { ...played, points: 300 },
    played,
    { ...played, minutes_played: 0 },
    { ...played, published: false },
    { ...played, source: null },
  ]
  expect(sumUpPoints(matches)).toEqual({ played: 3, total: 300, average: 100, best: 300 })
  expect(sumUpPoints([])).toEqual({ played: 0, total: 0, average: 0, best: 0 })
})

test.each([
  [0, 100],
  [100, 100],
  [101, 150],
  [160, 200],
  [226, 250],
  [400, 400],
  [401, 500],
  [999, 1000],
  [1000, 1000],
  [1001, 1500],
])('a scale for up to %i points ends at %i', (maxPoints, top) => {
  expect(scaleTop(maxPoints)).toBe(top)
})
