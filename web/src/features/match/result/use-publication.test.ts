import type { MatchScreen } from '@tribune/contract/matches.ts'
import { describe, expect, test } from 'vitest'
import { publicationOf } from './use-publication.ts'

const now = new Date('2026-03-14T22:00:00Z')

function screen(result: Partial<MatchScreen['result']>, finished_at: string | null): MatchScreen {
  return {
    match: {
      match_id: 1,
      match_date: '2026-03-14T19:00:00Z',
      status: 'finished',
      minute: 90,
      extra: null,
      period: 'FT',
      home_team: 'Rovelli Calcio',
      home_team_id: 1,
      home_team_logo: null,
      away_team: 'US Trevalle',
      away_team_id: 2,
      away_team_logo: null,
      competition_id: 3,
      competition_name: 'Coupe',
      competition_logo: null,
      competition_coefficient: 1,
      home_score: 1,
      away_score: 0,
      finished_at,
      updated_at: '2026-03-14T21:00:00Z',
      kickoff_hour_known: true,
      statusReason: null,
      postponedUntil: null,
    },
    players: [],
    ranking: [],
    result: { source: null, reason: null, voters: null, rule_version: '2026.1', ...result },
    votes_open: false,
    votes_close_at: null,
  }
}

describe('the result of a match', () => {
  test.each([
    ['while the vote is open', 'open_after', {}, '2026-03-14T21:30:00Z', 'early'],
    ['a second after the closing', 'closed', {}, '2026-03-14T20:59:59Z', 'counting'],
    ['ten minutes after the closing', 'closed', {}, '2026-03-14T20:50:00Z', 'none'],
    ['without a whistle', 'closed', {}, null, 'none'],
    ['ranked by votes', 'closed', { source: 'votes' }, '2026-03-14T20:59:00Z', 'published'],
    ['ranked by official ratings', 'closed', { source: 'ratings_fallback' }, '2026-03-01T20:00:00Z', 'published'],
    ['with nothing to rank and a reason', 'closed', { reason: 'no_ratings' }, '2026-03-01T20:00:00Z', 'published'],
  ] as const)('%s', (_name, state, result, finishedAt, publication) => {
    expect(publicationOf(screen(result, finishedAt), state, now)).toBe(publication)
  })
})
