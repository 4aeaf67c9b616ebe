import { MAX_UNANSWERED } from '@tribune/domain/ballots/ballot-outbox.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { REASONS } from '@tribune/domain/integrity/rule.ts'
import { PROFILE_VOTES, VOTES_PER_READ } from '@tribune/protocol/read-limits.ts'
import { z } from 'zod'
import { endpoint, idList, instant, integer, list, matchId, page, playerId, sentInstant } from './endpoint.ts'
import { isUsualBallot, MAX_ATTEMPT } from './own/usual-ballot.ts'

/** Newest ballots shown to the operator (spec section 9). */
const ADMIN_VOTES_LIMIT = 10

/** One pick as a client sends it. Bounds are loose because the domain refuses wrong positions with codes of its own. */
const pickInput = z.object({ position: z.number().int().min(-1000).max(1000), player_id: playerId })

/** One pick of a stored ballot (spec section 3, votes.top3). */
const top3Entry = z.object({
  position: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  team: z.string(),
})

/** A fan's own ballot. */
const vote = z.object({
  id: z.string(),
  match_id: z.number().int(),
  top3: z.array(top3Entry),
  complete: z.boolean(),
  created_at: instant,
  updated_at: instant,
})
export type Vote = z.output<typeof vote>

/** Why a fan’s own ballot does not count in a published result. */
export const setAside = z.object({
  /** `operator`: by hand. */
  reason: z.enum([...REASONS, 'operator']),
  /** Whether a review can be asked for, was asked for, was answered with no, or can no longer be asked for. */
  review: z.enum(['possible', 'asked', 'confirmed', 'over']),
})
export type SetAside = z.output<typeof setAside>

/** A fan's own ballot with its match. */
export const listedVote = vote.extend({
  started_at: instant.nullable(),
  home_team: z.string(),
  away_team: z.string(),
  competition_name: z.string(),
  /** Which attempt at the match it was cast on, if that was replayed since: the ballot does not count. `null` for any other. */
  earlier_attempt: z.number().int().nullable(),
})

export const putVote = endpoint({
  method: 'PUT',
  path: '/api/votes/:match_id',
  summary: 'Casts or changes a ballot; the last state wins, unless it names an older base',
  access: 'fan',
  params: z.object({ match_id: matchId }),
  body: z.object({
    top3: z.array(pickInput).max(200),
    /**
     * `updated_at` of the ballot that its fan had seen when they made this one, null for none. It is refused if the stored one is newer. Without a base
     * the last state wins.
     */
    base: sentInstant.nullable().optional(),
    /** Podiums that this sender has sent since then without an answer. A stored ballot equal to one of these is their own, and no conflict. */
    unanswered: z.array(z.array(pickInput).max(PODIUM_SIZE)).max(MAX_UNANSWERED).optional(),
    /** The attempt at the match that its fan had seen. It is refused with `vote_closed` once another one is played. Without it, it is cast on the present one. */
    attempt: z.number().int().min(1).max(MAX_ATTEMPT).optional(),
    /** The fan who cast the ballot. It is refused in the session of another fan, who may have signed in since. */
    fan_id: z.uuid().optional(),
  }),
  isUsual: isUsualBallot,
  output: z.object({
    match_id: z.number().int(),
    /** Whether the stored ballot is complete: this one, or a later one that overtook it. */
    complete: z.boolean(),
    /** Experience credited by this call: 5 the first time the ballot is complete, else 0; also if a later call overtook it. */
    xp_awarded: z.number().int(),
    /** When the stored ballot was last changed: the base of a later one. */
    updated_at: instant,
  }),
  errors: [
    'voting_right_closed',
    'identity_not_verified',
    'wallet_alone',
    'match_not_found',
    'vote_upcoming',
    'vote_locked',
    'vote_closed',
    'vote_postponed',
    'vote_cancelled',
    'vote_suspended',
    'ballot_empty',
    'ballot_too_many',
    'ballot_bad_position',
    'ballot_repeated_position',
    'ballot_repeated_player',
    'ballot_unknown_player',
    'ballot_player_did_not_play',
    'ballot_outdated',
    'ballot_of_another',
  ],
})

export const getVote = endpoint({
  method: 'GET',
  path: '/api/votes/:match_id',
  summary: 'The caller’s own ballot for one match, or null',
  access: 'fan',
  params: z.object({ match_id: matchId }),
  output: z.object({ vote: vote.extend({ set_aside: setAside.optional() }).nullable() }),
})

export const askReview = endpoint({
  method: 'POST',
  path: '/api/votes/:match_id/review',
  summary: 'Asks the operator to look again at what set the caller’s ballot aside; a second request changes nothing',
  access: 'fan',
  params: z.object({ match_id: matchId }),
  output: z.object({ set_aside: setAside }),
  errors: ['ballot_counts', 'review_over'],
})

export const listVotes = endpoint({
  method: 'GET',
  path: '/api/votes',
  summary: 'The caller’s own ballots: for the given matches, for those that kicked off since a moment, or the newest',
  access: 'fan',
  query: z.object({
    match_ids: idList(matchId, VOTES_PER_READ).optional(),
    /** Earliest kick-off: short where a list has hundreds of matches. */
    from: sentInstant.optional(),
    limit: integer(1, VOTES_PER_READ).default(PROFILE_VOTES),
  }),
  output: list(listedVote),
})

export const listLatestVotes = endpoint({
  method: 'GET',
  path: '/api/votes_latest',
  summary: 'Newest ballots of all fans, for the operator',
  access: 'admin',
  query: z.object({ limit: integer(1, 100).default(ADMIN_VOTES_LIMIT) }),
  output: list(vote.extend({ user_id: z.string() })),
})

export const listMatchVotesExpanded = endpoint({
  method: 'GET',
  path: '/api/match_votes_expanded',
  summary: 'Every pick of one match, for the operator',
  access: 'admin',
  query: z.object({
    match_id: matchId,
    limit: integer(1, 1000).default(100),
    offset: integer(0, 10_000_000).default(0),
  }),
  output: page(
    z.object({
      match_id: z.number().int(),
      player_id: z.number().int(),
      player_name: z.string(),
      player_team: z.string(),
      vote_position: z.number().int(),
      user_id: z.string(),
    }),
  ),
})

export const countVotes = endpoint({
  method: 'GET',
  path: '/api/votes/count',
  summary: 'Number of complete ballots of the caller',
  access: 'fan',
  output: z.object({ count: z.number().int() }),
})

export const countAllVotes = endpoint({
  method: 'GET',
  path: '/api/votes_count',
  summary: 'Number of complete ballots of all fans, for the operator',
  access: 'admin',
  output: z.object({ count: z.number().int() }),
})

export const awardXp = endpoint({
  method: 'POST',
  path: '/api/functions/award-xp',
  summary: 'Reports the caller’s experience points for one match, which their complete ballot has already credited',
  access: 'fan',
  body: z.object({ match_id: matchId }),
  output: z.object({ match_id: z.number().int(), awarded: z.number().int(), xp: z.number().int() }),
  errors: ['match_not_found', 'ballot_incomplete'],
})
