import { describe, expect, test } from 'vitest'
import { type ReportedGoals, type ReportedScore, readScore, type StoredScore } from './shootout.ts'

type Pair = readonly [home: number | null, away: number | null]
const NONE: Pair = [null, null]
const goals = ([home, away]: Pair): ReportedGoals => ({ home, away })

interface Reading {
  readonly code?: string
  readonly board: Pair
  readonly fulltime?: Pair
  readonly extratime?: Pair
  readonly kicks?: Pair
  readonly winner?: 'home' | 'away'
  readonly stored?: readonly [
    code: string,
    score: Pair,
    kicks?: readonly [number, number] | 'uncounted' | null,
    winner?: 'home' | 'away',
  ]
}

function read({ code = 'PEN', board, fulltime = NONE, extratime = NONE, kicks = NONE, winner, stored }: Reading) {
  const seen: ReportedScore = {
    raw_status: code,
    goals: goals(board),
    fulltime: goals(fulltime),
    extratime: goals(extratime),
    kicks: goals(kicks),
    winner: winner ?? null,
  }
  const before: StoredScore | null =
    stored === undefined
      ? null
      : {
          raw_status: stored[0],
          goals: goals(stored[1]),
          shootout:
            ['P', 'PEN'].includes(stored[0]) && stored[2] !== null
              ? {
                  kicks: Array.isArray(stored[2]) ? { home: stored[2][0], away: stored[2][1] } : null,
                  winner: stored[3] ?? null,
                }
              : null,
        }
  const { goals: shown, shootout } = readScore(seen, before)
  const taken = shootout?.kicks == null ? null : [shootout.kicks.home, shootout.kicks.away]
  return { score: [shown.home, shown.away], ...(shootout === null ? {} : { kicks: taken, winner: shootout.winner }) }
}

describe('a match without a shoot-out', () => {
  test.each<[what: string, reading: Reading, score: Pair]>([
    ['in play', { code: '2H', board: [2, 1] }, [2, 1]],
    ['ended in regular time', { code: 'FT', board: [2, 1], fulltime: [2, 1] }, [2, 1]],
    [
      'ended in extra time, its goals included',
      { code: 'AET', board: [3, 2], fulltime: [2, 2], extratime: [1, 0] },
      [3, 2],
    ],
    ['whose penalties are counted as none', { code: 'FT', board: [1, 1], kicks: [0, 0] }, [1, 1]],
    ['stopped during a shoot-out', { code: 'ABD', board: [1, 1], kicks: [2, 1] }, [1, 1]],
  ])('%s has the score on the board', (_what, reading, score) => {
    expect(read(reading)).toEqual({ score })
  })
})

describe('after a shoot-out', () => {
  test.each<[what: string, reading: Reading, score: Pair, kicks: Pair | null, winner: 'home' | 'away' | null]>([
    [
      'that the feed counts apart',
      { board: [1, 1], fulltime: [1, 1], extratime: [0, 0], kicks: [4, 3] },
      [1, 1],
      [4, 3],
      'home',
    ],
    [
      'with goals in extra time',
      { board: [2, 2], fulltime: [1, 1], extratime: [1, 1], kicks: [2, 4] },
      [2, 2],
      [2, 4],
      'away',
    ],
    ['added to the goals, and counted', { board: [5, 4], fulltime: [1, 1], kicks: [4, 3] }, [1, 1], [4, 3], 'home'],
    [
      'added and counted, with goals in extra time',
      { board: [6, 5], fulltime: [1, 1], extratime: [1, 1], kicks: [4, 3] },
      [2, 2],
      [4, 3],
      'home',
    ],
    ['added and counted, nothing else known', { board: [5, 4], kicks: [4, 3] }, [1, 1], [4, 3], 'home'],
    ['added, and not counted', { board: [6, 5], fulltime: [1, 1], extratime: [0, 0] }, [1, 1], [5, 4], 'home'],
    ['added, with goals in extra time', { board: [6, 5], fulltime: [1, 1], extratime: [1, 1] }, [2, 2], [4, 3], 'home'],
    ['added, without extra time', { board: [6, 5], fulltime: [1, 1] }, [1, 1], [5, 4], 'home'],
    ['added, the score before known by us alone', { board: [6, 5], stored: ['ET', [2, 2]] }, [2, 2], [4, 3], 'home'],
    [
      'added, extra time known by us alone',
      { board: [6, 5], fulltime: [1, 1], stored: ['P', [2, 2]] },
      [2, 2],
      [4, 3],
      'home',
    ],
    [
      'added, with the score of the 88th minute',
      { board: [4, 5], stored: ['2H', [0, 0]], winner: 'away' },
      [0, 0],
      [4, 5],
      'away',
    ],
    ['added, and nothing explains it', { board: [6, 5], winner: 'home' }, [null, null], null, 'home'],
    [
      'added, and stored so by an earlier release',
      { board: [6, 5], fulltime: [1, 1], stored: ['PEN', [6, 5], null] },
      [1, 1],
      [5, 4],
      'home',
    ],
    [
      'added to the score after regular time too',
      { board: [6, 5], fulltime: [6, 5], stored: ['ET', [1, 1]], winner: 'home' },
      [1, 1],
      [5, 4],
      'home',
    ],
    [
      'whose count was last read before its end',
      { board: [null, null], winner: 'away', stored: ['P', [1, 1], [3, 2]] },
      [null, null],
      null,
      'away',
    ],
    [
      'whose count was last read before its end, and nothing explains the goals',
      { board: [6, 5], stored: ['P', [null, null], [1, 1]] },
      [null, null],
      null,
      null,
    ],
    ['not counted, with a winner', { board: [0, 0], fulltime: [0, 0], winner: 'away' }, [0, 0], null, 'away'],
    ['not counted, without a winner', { board: [0, 0], fulltime: [0, 0] }, [0, 0], null, null],
    ['counted for one side', { board: [1, 1], kicks: [4, null], winner: 'home' }, [1, 1], null, 'home'],
    ['counted as level', { board: [1, 1], kicks: [3, 3], winner: 'home' }, [1, 1], null, 'home'],
    ['whose winner contradicts the count', { board: [1, 1], kicks: [4, 3], winner: 'away' }, [1, 1], [4, 3], 'home'],
    ['of a second leg', { board: [2, 1], fulltime: [2, 1], extratime: [0, 0], kicks: [5, 3] }, [2, 1], [5, 3], 'home'],
    ['of a second leg, not counted', { board: [2, 1], fulltime: [2, 1], winner: 'away' }, [2, 1], null, 'away'],
    [
      'of a match that ended in play',
      { code: 'FT', board: [1, 1], fulltime: [1, 1], kicks: [4, 2] },
      [1, 1],
      [4, 2],
      'home',
    ],
    ['whose goals are missing', { board: [null, null], kicks: [4, 2] }, [null, null], [4, 2], 'home'],
    [
      'whose count a later reading leaves out',
      { board: [1, 1], stored: ['PEN', [1, 1], [4, 2], 'home'] },
      [1, 1],
      [4, 2],
      'home',
    ],
    [
      'whose winner a later reading leaves out',
      { board: [1, 1], stored: ['PEN', [1, 1], 'uncounted', 'away'] },
      [1, 1],
      null,
      'away',
    ],
    [
      'whose score is corrected',
      { board: [2, 2], fulltime: [2, 2], kicks: [4, 2], stored: ['PEN', [1, 1], [4, 2], 'home'] },
      [2, 2],
      [4, 2],
      'home',
    ],
    [
      'whose count is corrected',
      { board: [1, 1], fulltime: [1, 1], kicks: [5, 4], stored: ['PEN', [1, 1], [4, 2], 'home'] },
      [1, 1],
      [5, 4],
      'home',
    ],
  ])('%s', (_what, reading, score, kicks, winner) => {
    expect(read(reading)).toEqual({ score, kicks, winner })
  })
})

describe('during a shoot-out', () => {
  test.each<[what: string, reading: Reading, score: Pair, kicks: Pair | null]>([
    ['counted apart', { board: [1, 1], fulltime: [1, 1], kicks: [2, 3] }, [1, 1], [2, 3]],
    ['before the first penalty', { board: [1, 1], fulltime: [1, 1], kicks: [0, 0] }, [1, 1], [0, 0]],
    ['added to the goals', { board: [3, 3], fulltime: [1, 1] }, [1, 1], [2, 2]],
    ['added, with what we have stored', { board: [3, 2], stored: ['ET', [1, 1]] }, [1, 1], [2, 1]],
    [
      'added to the score after regular time too',
      { board: [2, 1], fulltime: [2, 1], stored: ['P', [1, 1], 'uncounted'] },
      [1, 1],
      [1, 0],
    ],
    [
      'not added, with goals in extra time since the last reading',
      { board: [2, 2], fulltime: [1, 1], extratime: [1, 1], stored: ['ET', [1, 1]] },
      [2, 2],
      null,
    ],
    ['whose count a reading leaves out', { board: [1, 1], stored: ['P', [1, 1], [3, 2]] }, [1, 1], [3, 2]],
    ['of which nothing is known', { board: [1, 1] }, [1, 1], null],
  ])('%s has no winner', (_what, reading, score, kicks) => {
    expect(read({ code: 'P', ...reading })).toEqual({ score, kicks, winner: null })
  })
})
