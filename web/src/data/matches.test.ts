import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { describe, expect, test } from 'vitest'
import { homeFixture } from '../testing/home-fixture.ts'
import { keepLaterMatch, keepLaterRows } from './matches.ts'

const EARLY = '2026-03-14T20:00:00.000Z'
const LATE = '2026-03-14T20:01:00.000Z'

function row(match_id: number, minute: number, updated_at: string): HomeFixture {
  return homeFixture({ match_id, status: 'live', minute, period: '2H', home_score: 1, away_score: 0, updated_at })
}

const screen = (match: HomeFixture, votes_open: boolean, rule_version = '1'): MatchScreen => ({
  match,
  players: [],
  ranking: [],
  result: { source: null, reason: null, voters: null, rule_version },
  votes_open,
  votes_close_at: null,
})

describe('a new answer of a list', () => {
  test('never goes back in time: the later row of each match wins, and an unchanged row stays the same object', () => {
    const shown = [row(1, 60, LATE), row(2, 60, EARLY), row(3, 60, EARLY)]
    const merged = keepLaterRows(shown, [row(1, 59, EARLY), row(2, 61, LATE), row(3, 60, EARLY)]) as HomeFixture[]
    expect(merged.map(({ minute }) => minute)).toEqual([60, 61, 60])
    expect([merged[0] === shown[0], merged[2] === shown[2]]).toEqual([true, true])
  })

  test('decides which matches are listed', () => {
    const shown = [row(1, 60, LATE), row(2, 60, LATE)]
    expect(keepLaterRows(shown, [row(2, 59, EARLY), row(4, 1, EARLY)])).toEqual([row(2, 60, LATE), row(4, 1, EARLY)])
    expect(keepLaterRows(undefined, [row(1, 5, EARLY)])).toEqual([row(1, 5, EARLY)])
    expect(keepLaterRows(shown, [])).toEqual([])
  })
})

describe('a new answer of a match screen', () => {
  test('leaves a later row with its voting window, and replaces everything else', () => {
    const shown = screen(row(1, 60, LATE), true)
    expect(keepLaterMatch(shown, screen(row(1, 59, EARLY), false, '2'))).toEqual(screen(row(1, 60, LATE), true, '2'))
    expect(keepLaterMatch(screen(row(1, 59, EARLY), false), shown)).toEqual(shown)
    expect(keepLaterMatch(undefined, shown)).toEqual(shown)
  })
})
