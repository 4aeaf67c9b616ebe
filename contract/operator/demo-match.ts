import { DEMO_STATES } from '@tribune/domain/matches/demo-match.ts'
import { MATCH_STATUSES } from '@tribune/domain/matches/status.ts'
import { z } from 'zod'
import { endpoint, instant } from '../endpoint.ts'
import { namedMatch } from '../matches.ts'

/** The stored demo match; `null` while there is none. */
const demoMatch = namedMatch
  .omit({ match_date: true })
  .extend({
    status: z.enum(MATCH_STATUSES),
    minute: z.number().int().nullable(),
    votes_close_at: instant.nullable(),
    published: z.boolean(),
    ballots: z.number().int(),
  })
  .nullable()
export type DemoMatch = z.output<typeof demoMatch>

/** The fields that another state replaces; `null` without a match. */
const state = demoMatch.unwrap().pick({ status: true, published: true, ballots: true }).nullable()

export const getDemoMatch = endpoint({
  method: 'GET',
  path: '/api/operator_demo_match',
  summary: 'The operator’s demo match, if there is one',
  access: 'admin',
  output: z.object({ match: demoMatch }),
})

export const makeDemoMatch = endpoint({
  method: 'POST',
  path: '/api/functions/make-demo-match',
  summary: 'Makes the demo match, or brings it to another state',
  access: 'admin',
  body: z.object({ state: z.enum(DEMO_STATES) }),
  state,
  output: z.object({ match: demoMatch }),
  errors: ['no_competition'],
})

export const removeDemoMatch = endpoint({
  method: 'POST',
  path: '/api/functions/remove-demo-match',
  summary: 'Removes the demo match with all of its rows, ballots too',
  access: 'admin',
  body: z.object({}),
  state,
  output: z.object({ removed: z.boolean() }),
})
