import type { HomeFixture } from '@tribune/contract/matches.ts'

/** Returns a match of the home list, upcoming unless changed. */
export function homeFixture(change: Partial<HomeFixture>): HomeFixture {
  return {
    match_id: 1,
    match_date: '2025-11-22T18:00:00Z',
    status: 'upcoming',
    minute: null,
    extra: null,
    period: 'NS',
    home_team: 'AS Valcourt',
    home_team_id: 1,
    home_team_logo: null,
    away_team: 'FC Nordhaven',
    away_team_id: 50,
    away_team_logo: null,
    competition_id: 61,
    competition_name: 'Ligue 1',
    competition_logo: null,
    competition_coefficient: 3,
    home_score: null,
    away_score: null,
    finished_at: null,
    updated_at: '2025-11-22T18:00:00Z',
    kickoff_hour_known: true,
    statusReason: null,
    postponedUntil: null,
    ...change,
  }
}
