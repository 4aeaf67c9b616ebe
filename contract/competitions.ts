import { MATCH_PHASES } from '@tribune/domain/coefficient.ts'
import { z } from 'zod'
import { ADMIN_REFUSALS, competitionId, endpoint, list, whole } from './endpoint.ts'

export const competition = z.object({
  id: z.number().int(),
  name: z.string(),
  coefficient: z.number(),
  logo: z.string().nullable(),
  enabled: z.boolean(),
})

export const listCompetitions = endpoint({
  method: 'GET',
  path: '/api/available_competitions',
  summary: 'Competitions, by name or by coefficient',
  access: 'public',
  query: z.object({
    enabled: z.enum(['true', 'false']).optional(),
    order: z.enum(['name', 'coefficient']).default('name'),
    limit: whole(1, 500).default(500),
  }),
  output: list(competition),
  errors: ['invalid_request'],
})

export const listMatchCoefficients = endpoint({
  method: 'GET',
  path: '/api/match_coefficients',
  summary: 'Coefficient of each phase of a competition',
  access: 'public',
  output: list(z.object({ phase: z.enum(MATCH_PHASES), coefficient: z.number() })),
  errors: [],
})

/** Coefficients are 0.01 to 100, rounded by the domain to 2 decimals. */
const coefficient = z.number().min(0.01).max(100)
const done = z.object({ matches_updated: z.number().int() })

export const setCompetitionEnabled = endpoint({
  method: 'POST',
  path: '/api/rpc/set_competition_enabled',
  summary: 'Show or hide a competition; the season follows',
  access: 'admin',
  body: z.object({ id: competitionId, enabled: z.boolean() }),
  output: competition,
  errors: ['invalid_request', 'not_authenticated', 'foreign_origin', ...ADMIN_REFUSALS, 'competition_not_found'],
})

export const setCompetitionCc = endpoint({
  method: 'POST',
  path: '/api/rpc/set_competition_cc',
  summary: 'Change a competition’s coefficient and its matches’',
  access: 'admin',
  body: z.object({ id: competitionId, coefficient }),
  output: done,
  errors: ['invalid_request', 'not_authenticated', 'foreign_origin', ...ADMIN_REFUSALS, 'competition_not_found'],
})

export const setCmTable = endpoint({
  method: 'POST',
  path: '/api/rpc/set_cm_table',
  summary: 'Change the coefficients of the phases and every match’s coefficient with them',
  access: 'admin',
  body: z.object({
    table: z
      .array(z.object({ phase: z.enum(MATCH_PHASES), coefficient }))
      .min(1)
      .max(20),
  }),
  output: done,
  errors: ['invalid_request', 'not_authenticated', 'foreign_origin', ...ADMIN_REFUSALS],
})
