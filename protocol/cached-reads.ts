/**
 * Addresses of the public reads that a phone caches (spec section 8). The contract, the screens and the service worker use these names. A fan's own reads never
 * get a line here.
 */
export const HOME_MATCHES = '/api/rpc/get_home_matches'
export const MATCH_SCREEN = '/api/rpc/get_match_screen'
export const MATCH_WINNERS = '/api/rpc/get_match_winners'
export const SEASON_RANKING = '/api/rpc/get_season_ranking_corrected'
export const TEAM_HISTORY = '/api/rpc/get_player_full_team_history'
export const LINEUP_HISTORY = '/api/rpc/get_player_complete_history'
export const PLAYER = '/api/players_ref/:id'
export const MATCHES = '/api/matches'
export const PLAYER_POINTS = '/api/match_player_points'
export const SEASON_POINTS = '/api/season_player_points'
export const SEASONS = '/api/seasons'
export const COMPETITIONS = '/api/available_competitions'
export const MATCH_COEFFICIENTS = '/api/match_coefficients'

export const CACHED_READS = [
  HOME_MATCHES,
  MATCH_SCREEN,
  MATCH_WINNERS,
  SEASON_RANKING,
  TEAM_HISTORY,
  LINEUP_HISTORY,
  PLAYER,
  MATCHES,
  PLAYER_POINTS,
  SEASON_POINTS,
  SEASONS,
  COMPETITIONS,
  MATCH_COEFFICIENTS,
]
