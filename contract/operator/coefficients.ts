import { COEFFICIENT_SCALE, COUNTRY_YEAR, MATCH_PHASES } from '@tribune/domain/results/coefficient.ts'
import { z } from 'zod'
import { competition, PROPAGATION_REFUSALS } from '../competitions.ts'
import { competitionId, endpoint, idList, integer, list, text } from '../endpoint.ts'

/** Maximum number of competitions in one answer. */
const COMPETITIONS_PAGE = 500
/** Maximum number of competitions in one proposal: more than any provider has. */
const MAX_PROPOSED = 5_000
/** Maximum number of derbies that can be marked. */
export const MAX_DERBIES = 500
/** Maximum number of clubs that a search finds. */
export const MAX_FOUND_TEAMS = 20

const count = z.number().int().min(0)
const updated = z.object({ matches_updated: count })

const weighedCompetition = competition.extend({
  /** In the feed's words: `Saudi-Arabia`; empty where it has none. */
  country: z.string(),
  /** UEFA's code of the country; `null` where UEFA ranks none. */
  country_code: z.string().nullable(),
  /** Its matches, counted by what makes their coefficient. */
  groups: z.array(
    z.object({
      phase: z.enum(MATCH_PHASES).exclude(['derby_multiplier']),
      is_derby: z.boolean(),
      coefficient: z.number(),
      matches: count,
      published: count,
    }),
  ),
})

export const listOperatorCompetitions = endpoint({
  method: 'GET',
  path: '/api/operator_competitions',
  summary:
    'Competitions by name, in pages, with their country and their matches, counted by what makes a coefficient; and the phases',
  access: 'admin',
  query: z.object({
    /** Only competitions that come after this one, for the next page. */
    after: competitionId.optional(),
    limit: integer(1, COMPETITIONS_PAGE).default(COMPETITIONS_PAGE),
  }),
  output: list(weighedCompetition).extend({
    /** Competitions on all pages. */
    total: count,
    phases: z.array(z.object({ phase: z.enum(MATCH_PHASES), coefficient: z.number() })),
  }),
})

/** A bound of the scale of countries. */
const bound = z.number().min(COEFFICIENT_SCALE.min).max(COEFFICIENT_SCALE.max)

export const applyCountryCoefficients = endpoint({
  method: 'POST',
  path: '/api/rpc/apply_country_coefficients',
  summary: 'Gives competitions the coefficient that the ranking proposes for their country, all or none',
  access: 'admin',
  body: z
    .object({
      year: integer(2020, 2100).default(COUNTRY_YEAR),
      /** Date of the ranking that the operator saw: another one is refused. */
      as_of: z.iso.date(),
      min: bound,
      max: bound,
      competition_ids: z.array(competitionId).min(1).max(MAX_PROPOSED),
    })
    .refine(({ min, max }) => min <= max)
    .refine(({ competition_ids }) => new Set(competition_ids).size === competition_ids.length),
  state: z.object({
    as_of: z.iso.date(),
    /** Of the chosen competitions, by id. */
    coefficients: z.record(z.string(), z.number()),
  }),
  output: updated.extend({ competitions_updated: count }),
  errors: [...PROPAGATION_REFUSALS, 'competition_not_found', 'competition_not_proposed', 'feed_unavailable'],
})

/** The provider's id of a club. */
const teamId = integer(1, 2_147_483_647)
const team = z.object({ id: z.number().int(), name: z.string(), logo: z.string().nullable() })

/** Two different clubs, in any order. */
const pair = z.object({ team_ids: z.tuple([teamId, teamId]) }).refine(({ team_ids: [one, other] }) => one !== other)

/** Whether two clubs are marked. */
const derbyMark = z.object({ derby: z.boolean() })

export const findTeams = endpoint({
  method: 'GET',
  path: '/api/operator_teams',
  summary: 'Clubs whose name contains a text, accents aside',
  access: 'admin',
  query: z.object({ search: text(80).refine((value) => value.trim() !== '') }),
  output: list(
    team.extend({
      /** Of their newest match, to distinguish clubs of the same name; `null` without any. */
      competition: z.string().nullable(),
    }),
  ),
})

export const listDerbies = endpoint({
  method: 'GET',
  path: '/api/operator_derbies',
  summary: 'Pairs of clubs that are marked as derbies, with the number of their matches',
  access: 'admin',
  output: list(z.object({ teams: z.tuple([team, team]), matches: count, published: count })),
})

export const countPairMatches = endpoint({
  method: 'GET',
  path: '/api/operator_pair_matches',
  summary: 'Number of matches between two clubs',
  access: 'admin',
  query: z.object({
    team_ids: idList(teamId, 2).refine((ids) => new Set(ids).size === 2),
  }),
  output: z.object({ matches: count, published: count }),
})

export const addDerby = endpoint({
  method: 'POST',
  path: '/api/rpc/add_derby',
  summary: 'Marks two clubs as a derby: their matches, and those to come, bear the multiplier',
  access: 'admin',
  body: pair,
  state: derbyMark,
  output: updated.extend({ matches: count }),
  errors: [...PROPAGATION_REFUSALS, 'team_not_found', 'derby_exists', 'derbies_full'],
})

export const removeDerby = endpoint({
  method: 'POST',
  path: '/api/rpc/remove_derby',
  summary: 'Takes the mark of a derby from two clubs, and the multiplier from their matches',
  access: 'admin',
  body: pair,
  state: derbyMark,
  output: updated.extend({ matches: count }),
  errors: [...PROPAGATION_REFUSALS, 'derby_not_found'],
})

export const uefaCountryRanking = endpoint({
  method: 'GET',
  path: '/api/functions/uefa-country-ranking',
  summary: 'Ranking of countries from which competition coefficients are proposed',
  access: 'public',
  cdn: true,
  query: z.object({ year: integer(2020, 2100).default(2026) }),
  output: z.object({
    source: z.string(),
    as_of: z.string(),
    count: z.number().int(),
    items: z.array(z.object({ rank: z.number().int(), country: z.string(), code: z.string(), points: z.number() })),
  }),
  errors: ['feed_unavailable'],
})
