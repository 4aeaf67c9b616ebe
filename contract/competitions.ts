import { COEFFICIENT_SCALE, MATCH_PHASES } from '@tribune/domain/results/coefficient.ts'
import { COMPETITIONS, MATCH_COEFFICIENTS } from '@tribune/protocol/cached-reads.ts'
import { z } from 'zod'
import { competitionId, endpoint, integer, list } from './endpoint.ts'

export const competition = z.object({
  id: z.number().int(),
  name: z.string(),
  coefficient: z.number(),
  logo: z.string().nullable(),
  enabled: z.boolean(),
})

export const listCompetitions = endpoint({
  method: 'GET',
  path: COMPETITIONS,
  summary: 'Competitions, by name or by coefficient',
  access: 'public',
  cdn: true,
  query: z.object({
    enabled: z.enum(['true', 'false']).optional(),
    order: z.enum(['name', 'coefficient']).default('name'),
    limit: integer(1, 2_000).default(2_000),
  }),
  output: list(competition),
})

export const listMatchCoefficients = endpoint({
  method: 'GET',
  path: MATCH_COEFFICIENTS,
  summary: 'Match coefficient of each phase',
  access: 'public',
  cdn: true,
  output: list(z.object({ phase: z.enum(MATCH_PHASES), coefficient: z.number() })),
})

/** 0.01 to 100; the domain rounds it to 2 decimals. */
const coefficient = z.number().min(COEFFICIENT_SCALE.min).max(COEFFICIENT_SCALE.max)
/** Refusals that are possible while a change reaches the matches. */
export const PROPAGATION_REFUSALS = ['coefficient_out_of_bounds', 'propagation_matches'] as const
const updated = z.object({ matches_updated: z.number().int() })

export const setCompetitionEnabled = endpoint({
  method: 'POST',
  path: '/api/rpc/set_competition_enabled',
  summary: 'Shows or hides a competition, and updates the season',
  access: 'admin',
  body: z.object({ id: competitionId, enabled: z.boolean() }),
  state: z.object({ enabled: z.boolean() }),
  output: competition,
  errors: ['competition_not_found'],
})

export const setCompetitionCc = endpoint({
  method: 'POST',
  path: '/api/rpc/set_competition_cc',
  summary: 'Changes a competition’s coefficient and those of its matches',
  access: 'admin',
  body: z.object({ id: competitionId, coefficient }),
  state: z.object({ coefficient: z.number() }),
  output: updated,
  errors: [...PROPAGATION_REFUSALS, 'competition_not_found'],
})

export const setCmTable = endpoint({
  method: 'POST',
  path: '/api/rpc/set_cm_table',
  summary: 'Changes the coefficients of phases, and those of all matches with them',
  access: 'admin',
  body: z.object({
    table: z
      .array(z.object({ phase: z.enum(MATCH_PHASES), coefficient }))
      .min(1)
      .max(MATCH_PHASES.length)
      .refine((rows) => new Set(rows.map(({ phase }) => phase)).size === rows.length),
  }),
  /** The phases of the table that change. */
  state: z.partialRecord(z.enum(MATCH_PHASES), z.number()),
  output: updated,
  errors: PROPAGATION_REFUSALS,
})
