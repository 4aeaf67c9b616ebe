import { z } from 'zod'
import { endpoint, instant, list, seasonId, text } from '../endpoint.ts'
import { seasonDays } from '../rankings.ts'

/** Longest name or label of a season. */
const MAX_SEASON_NAME = 40

/** A season as the operator sees it. */
const operatorSeason = z.object({
  id: z.number().int(),
  name: z.string(),
  label: z.string(),
  ...seasonDays,
  open: z.boolean(),
  /** Whether it has just been finished, and may be reopened. */
  reopenable: z.boolean(),
  /** Ranked players. */
  players: z.number().int(),
  /** Published matches within the dates, of hidden competitions too. */
  matches: z.number().int(),
  /** When its ranking was last computed as a whole; `null` if never. */
  computed_at: instant.nullable(),
})
export type OperatorSeason = z.output<typeof operatorSeason>

/** A season's days. */
const days = z.object(seasonDays)

/** A season by its name and label. */
const called = z.object({ name: z.string(), label: z.string() })

export const listOperatorSeasons = endpoint({
  method: 'GET',
  path: '/api/operator_seasons',
  summary: 'All seasons, newest first, with their matches and ranked players',
  access: 'admin',
  output: list(operatorSeason),
})

export const setSeasonDates = endpoint({
  method: 'POST',
  path: '/api/rpc/set_season_dates',
  summary: 'Moves a season’s first and last day; seasons that touch it follow, and each that moves is computed again',
  access: 'admin',
  body: z.object({
    id: seasonId,
    ...seasonDays,
    /** Whether published matches may end up in no season. */
    accept_lost: z.boolean().default(false),
  }),
  state: days,
  output: z.object({
    seasons_moved: z.number().int(),
    matches_lost: z.number().int(),
    /** Seasons that have ended with this, and those that have begun. */
    closed: z.array(called),
    opened: z.array(called.extend(seasonDays)),
  }),
  errors: ['season_not_found', 'season_dates', 'season_overlap', 'season_loses_matches', 'season_name_taken'],
})

const name = text(MAX_SEASON_NAME)
  .transform((value) => value.trim())
  .pipe(z.string().min(1))

export const reopenSeason = endpoint({
  method: 'POST',
  path: '/api/rpc/reopen_season',
  summary:
    'Reopens the last finished season: it takes in the open one with its published matches, and ends where that would',
  access: 'admin',
  body: z.object({
    id: seasonId,
    /** Published matches of the open season as the operator saw them; more are refused with `changed_meanwhile`. */
    matches: z.number().int().min(0),
  }),
  state: z.object({ matches: z.number().int() }),
  output: z.object({
    ...seasonDays,
    matches_taken: z.number().int(),
    /** The season that it took in, which is no more. */
    taken: called,
  }),
  errors: ['season_not_found', 'season_dates', 'season_not_reopenable', 'season_name_taken'],
})

export const renameSeason = endpoint({
  method: 'POST',
  path: '/api/rpc/rename_season',
  summary: 'Changes the name and the label of a season',
  access: 'admin',
  body: z.object({ id: seasonId, name, label: name }),
  state: called,
  output: called,
  errors: ['season_not_found', 'season_name_taken'],
})

export const recomputeSeason = endpoint({
  method: 'POST',
  path: '/api/rpc/recompute_season',
  summary: 'Computes one season again from the published points, a finished one too, over the competitions shown now',
  access: 'admin',
  body: z.object({ id: seasonId }),
  state: days,
  output: z.object({ players: z.number().int() }),
  errors: ['season_not_found'],
})
