import { ACCOUNT_STRENGTHS } from '@tribune/domain/ballots/evidence.ts'
import { ACCOUNT_AGES, ASIDE_DIMENSIONS, DIMENSIONS } from '@tribune/domain/ballots/suspicion.ts'
import { MAX_REASON } from '@tribune/domain/operator/operator.ts'
import { z } from 'zod'
import { endpoint, instant, integer, list, matchId, text } from '../endpoint.ts'
import { namedMatch } from '../matches.ts'

/** A match whose ballots may be looked at. */
const ballotMatch = namedMatch.extend({
  /** Complete ballots that count. */
  counted: z.number().int(),
  set_aside: z.number().int(),
  /** Until when its result is provisional; `null` if it is final. */
  provisional_until: instant.nullable(),
  /** Fans who ask for a review and have no answer yet. */
  reviews: z.number().int(),
})
export type BallotMatch = z.output<typeof ballotMatch>

/** Maximum number of matches in one list. */
export const BALLOT_MATCHES = 20

export const listBallotMatches = endpoint({
  method: 'GET',
  path: '/api/ballot_matches',
  summary: 'Matches of the last 30 days that wait for a decision, then those with the most ballots',
  access: 'admin',
  output: list(ballotMatch),
})

/** Traits that the ballots of a group have in common. Never an address, a hash or a fan. */
const shared = z.object({
  dimension: z.enum(DIMENSIONS),
  /** For `account`. */
  account: z.object({ strength: z.enum(ACCOUNT_STRENGTHS), age: z.enum(ACCOUNT_AGES) }).nullable(),
  /** For `mail_domain`. */
  domain: z.string().nullable(),
  /** For `podium_minute`, with `podium`. */
  minute: instant.nullable(),
})
export type SharedByBallots = z.output<typeof shared>

const name = z.object({ player_id: z.number().int(), player_name: z.string() })

/** The first players of a ranking, at most three rows. */
const standing = z.object({
  source: z.enum(['votes', 'ratings_fallback']).nullable(),
  counted: z.number().int(),
  first: z.array(name.extend({ rank: z.number().int(), points: z.number() })).max(3),
})
export type BallotStanding = z.output<typeof standing>

/** Ballots of one match that have something in common. */
const ballotGroup = shared.extend({
  /** Identifies the group in its match and dimension, for setting it aside. */
  key: z.string(),
  ballots: z.number().int(),
  /** The podium that most of them have, and how many have it. */
  podium: z.array(name).length(3),
  alike: z.number().int(),
  /** Ballots more with that podium than if the group had voted as all others did (`excessOf`). */
  excess: z.number(),
  standing: z.enum(['apart', 'somewhat', 'like_others']),
  /** Traits of the other listed groups that have the very same ballots. */
  same_ballots: z.array(shared),
  /** The result without the group. */
  without: standing,
})
export type BallotGroup = z.output<typeof ballotGroup>

/** A group that was set aside. */
const asideGroup = shared.extend({
  dimension: z.enum(ASIDE_DIMENSIONS),
  id: z.uuid(),
  /** Version of the integrity rule that set it aside; `null`: the operator did. */
  rule: z.number().int().nullable(),
  /** Fans of the group who ask for a review. */
  reviews: z.number().int(),
  /** Whether the operator has let it stand. */
  confirmed: z.boolean(),
  /** Its ballots at that time. */
  ballots: z.number().int(),
  /** The operator's reason; empty if none was asked for at that time. */
  reason: z.string(),
  created_at: instant,
})
export type AsideGroup = z.output<typeof asideGroup>

/** Maximum number of groups set aside in one answer. */
export const ASIDE_PAGE = 50

export const listBallotsAside = endpoint({
  method: 'GET',
  path: '/api/ballots_aside',
  summary: 'Groups of one match’s ballots that are set aside, newest first, by pages',
  access: 'admin',
  query: z.object({
    match_id: matchId,
    /** Only groups set aside before this one, for the next page. */
    before: z.uuid().optional(),
    limit: integer(1, ASIDE_PAGE).default(ASIDE_PAGE),
  }),
  output: list(asideGroup),
})

export const getBallotGroups = endpoint({
  method: 'GET',
  path: '/api/ballot_groups',
  summary: 'Groups of one match’s ballots by what they have in common, those that stand out first, and those set aside',
  access: 'admin',
  query: z.object({ match_id: matchId }),
  output: z.object({
    match: ballotMatch,
    /** Why no ballots can be set aside or restored now; `null` if they can. */
    bar: z.enum(['ballots_still_change', 'match_season_over']).nullable(),
    /** Until when the evidence of the ballots is retained; `null` before publication. */
    evidence_until: instant.nullable(),
    /** Whether it has been deleted: only mail domains and minutes are compared then. */
    evidence_ended: z.boolean(),
    now: standing,
    groups: z.array(ballotGroup),
    /** The newest, at most `ASIDE_PAGE`. */
    set_aside: z.array(asideGroup),
    /** How many are set aside in all. */
    groups_set_aside: z.number().int(),
  }),
  errors: ['match_not_found'],
})
export type BallotGroups = z.output<typeof getBallotGroups.output>

/** The counts of a match after an act. */
const counts = z.object({
  match_id: z.number().int(),
  /** Ballots that the act moved. */
  ballots: z.number().int(),
  counted: z.number().int(),
  set_aside: z.number().int(),
})
const WRITES = ['ballots_still_change', 'match_season_over', 'ballot_group_unknown'] as const

/** A group by its number of ballots; `null` once it is gone. */
const groupSize = z.object({ ballots: z.number().int() }).nullable()

export const setBallotsAside = endpoint({
  method: 'POST',
  path: '/api/functions/set-ballots-aside',
  summary: 'Sets a group of ballots of a closed vote aside for a reason: result and season follow',
  access: 'admin',
  body: z.object({
    match_id: matchId,
    dimension: z.enum(DIMENSIONS),
    key: text(300),
    /** Ballots of the group as the operator saw it; any other number is refused with `changed_meanwhile`. */
    ballots: z.number().int().min(1).max(2_147_483_647),
    reason: text(MAX_REASON).trim().min(1),
  }),
  state: groupSize,
  output: counts,
  errors: [...WRITES, 'match_not_found', 'ballot_group_small'],
})

export const takeBallotsBack = endpoint({
  method: 'POST',
  path: '/api/functions/take-ballots-back',
  summary: 'Counts a group of ballots again that was set aside',
  access: 'admin',
  body: z.object({ id: z.uuid() }),
  state: groupSize,
  output: counts,
  errors: WRITES,
})

export const letResultStand = endpoint({
  method: 'POST',
  path: '/api/functions/let-result-stand',
  summary: 'Makes a provisional result final, and answers requests for a review with no',
  access: 'admin',
  body: z.object({ match_id: matchId }),
  output: z.object({ match_id: z.number().int() }),
  errors: ['match_not_found', 'result_stands'],
})
