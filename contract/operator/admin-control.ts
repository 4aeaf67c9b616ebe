import { z } from 'zod'
import { setCmTable, setCompetitionCc, setCompetitionEnabled } from '../competitions.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { rankingEngine } from '../rankings.ts'
import { setBallotsAside, takeBallotsBack } from './ballots.ts'
import { addDerby, applyCountryCoefficients, removeDerby } from './coefficients.ts'
import { makeDemoMatch, removeDemoMatch } from './demo-match.ts'
import { correctMatch, readLineup } from './diagnostics.ts'
import { closeVotingRight, copyFanData, deleteFan, endFanSessions, reopenVotingRight } from './people.ts'
import { mergePlayers, unmergePlayers } from './player-merges.ts'
import { startRecalculation, stopRecalculation } from './recalculation.ts'
import { schedulerNightly, schedulerPostft, seasonRanking } from './runs.ts'
import { recomputeSeason, renameSeason, reopenSeason, setSeasonDates } from './seasons.ts'

/** Actions of `admin-control`, each a call that also has an address of its own: a closed list. */
export const ADMIN_ACTIONS = {
  set_competition_enabled: setCompetitionEnabled,
  set_competition_cc: setCompetitionCc,
  set_cm_table: setCmTable,
  correct_match: correctMatch,
  ranking_engine: rankingEngine,
  season_ranking: seasonRanking,
  scheduler_postft: schedulerPostft,
  scheduler_nightly: schedulerNightly,
  recalculate_matches: startRecalculation,
  stop_recalculation: stopRecalculation,
  make_demo_match: makeDemoMatch,
  remove_demo_match: removeDemoMatch,
  read_lineup: readLineup,
  apply_country_coefficients: applyCountryCoefficients,
  add_derby: addDerby,
  remove_derby: removeDerby,
  set_ballots_aside: setBallotsAside,
  take_ballots_back: takeBallotsBack,
  set_season_dates: setSeasonDates,
  rename_season: renameSeason,
  recompute_season: recomputeSeason,
  end_fan_sessions: endFanSessions,
  close_voting_right: closeVotingRight,
  reopen_voting_right: reopenVotingRight,
  reopen_season: reopenSeason,
  copy_fan_data: copyFanData,
  delete_fan: deleteFan,
  merge_players: mergePlayers,
  unmerge_players: unmergePlayers,
} as const satisfies Record<string, Endpoint>

type AdminAction = keyof typeof ADMIN_ACTIONS

const names = Object.keys(ADMIN_ACTIONS) as [AdminAction, ...AdminAction[]]
const errors = Object.values<Endpoint>(ADMIN_ACTIONS).flatMap(({ errors = [] }) => errors)

export const adminControl = endpoint({
  method: 'POST',
  path: '/api/functions/admin-control',
  summary: 'Any action of the operator’s area, by name; its body and its answer are those of the action’s own call',
  access: 'admin',
  query: z.object({ action: z.enum(names) }),
  body: z.record(z.string(), z.unknown()),
  /** That of the action. */
  state: z.record(z.string(), z.unknown()).nullable(),
  output: z.record(z.string(), z.unknown()),
  errors,
})
