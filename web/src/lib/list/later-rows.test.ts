import type { HomeFixture, MatchScreen } from '@tribune/contract/matches.ts'
import { describe, expect, test } from 'vitest'
import { keepLaterMatch, keepLaterRows } from './later-rows.ts'

const EARLY = '2026-03-14T20:00:00.000Z'
const LATE = '2026-03-14T20:01:00.000Z'

function row(match_id: number, minute: number, updated_at: string): HomeFixture {
  return {
    match_id,
    match_date: '2026-03-14T19:00:00Z',
    status: 'live',
    minute,
    extra: null,
    period: '2H',
    home_team: 'Rovelli Calcio',
    home_team_logo: null,
    away_team: 'US Trevalle',
    away_team_logo: null,
    competition_id: 3,
    competition_name: 'Coupe',
    competition_logo: null,
    competition_coefficient: 1,
    home_score: 1,
    away_score: 0,
    finished_at: null,
    updated_at,
    kickoff_hour_known: true,
    statusReason: null,
    postponedUntil: null,
  }
}

const screen = (match: HomeFixture, votes_open: boolean, rule_version = '1'): MatchScreen => ({
  match,
  players: [],
  ranking: [],
  result: { source: null, reason: null, voters: null, rule_version },
  votes_open,
  votes_close_at: null,
})

describe('a list that comes in', () => {
  test('takes nothing back: of each match the later telling is kept, and the same object where nothing is new', () => {
    const shown = [row(1, 60, LATE), row(2, 60, EARLY), row(3, 60, EARLY)]
    const kept = keepLaterRows(shown, [row(1, 59, EARLY), row(2, 61, LATE), row(3, 60, EARLY)]) as HomeFixture[]
    expect(kept.map(({ minute }) => minute)).toEqual([60, 61, 60])
    expect([kept[0] === shown[0], kept[2] === shown[2]]).toEqual([true, true])
  })

  test('decides which matches there are', () => {
    const shown = [row(1, 60, LATE), row(2, 60, LATE)]
    expect(keepLaterRows(shown, [row(2, 59, EARLY), row(4, 1, EARLY)])).toEqual([row(2, 60, LATE), row(4, 1, EARLY)])
    expect(keepLaterRows(undefined, [row(1, 5, EARLY)])).toEqual([row(1, 5, EARLY)])
    expect(keepLaterRows(shown, [])).toEqual([])
  })
})

describe('a match screen that comes in', () => {
  test('keeps a later row with its voting window, and brings everything else', () => {
    const shown = screen(row(1, 60, LATE), true)
    expect(keepLaterMatch(shown, screen(row(1, 59, EARLY), false, '2'))).toEqual(screen(row(1, 60, LATE), true, '2'))
    expect(keepLaterMatch(screen(row(1, 59, EARLY), false), shown)).toEqual(shown)
    expect(keepLaterMatch(undefined, shown)).toEqual(shown)
  })
})
