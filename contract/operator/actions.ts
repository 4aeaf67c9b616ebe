// Without schemas, so that the operator's pages can bundle it without the validation library.

/** Acts of the operator that leave a row in the journal: a closed list. */
export const OPERATOR_ACTIONS = [
  'competition_enabled',
  'competition_coefficient',
  'phase_coefficients',
  'match_corrected',
  'match_ranked',
  'ratings_read',
  'results_published',
  'nightly_run',
  'season_rebuilt',
  'recalculation_started',
  'recalculation_stopped',
  'demo_match_made',
  'demo_match_removed',
  'lineup_read',
  'country_coefficient',
  'derby_added',
  'derby_removed',
  'ballots_set_aside',
  'ballots_taken_back',
  'result_confirmed',
  'season_moved',
  'season_renamed',
  'season_recomputed',
  'fan_sessions_ended',
  'voting_closed',
  'voting_reopened',
  'matches_synchronised',
  'season_reopened',
  'fan_looked_up',
  'fan_data_copied',
  'fan_deleted',
  'players_merged',
  'players_unmerged',
  'second_factor_reset',
  'notice_set',
  'notice_removed',
] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

/** Maximum number of rows of the journal in one answer. */
export const JOURNAL_PAGE = 50
