import { MAX_REASON } from '@tribune/domain/operator/operator.ts'
import { z } from 'zod'
import { endpoint, instant, list, text } from '../endpoint.ts'
import { playerRef } from '../players.ts'

/** Maximum number of players that a search finds, and of merges in the list. */
export const MAX_FOUND_PLAYERS = 20
export const MAX_PLAYER_MERGES = 200

/** The player under whom an id is listed; `null` while it is its own. */
const mergeState = z.object({ player_id: z.number().int().nullable() })
const isPlayerId = (id: number) => id !== 0
const id = z.number().int().safe().refine(isPlayerId)
const queryId = z.coerce.number().int().safe().refine(isPlayerId)
const reason = text(MAX_REASON).trim().min(1)

/** A player, with facts that distinguish namesakes. */
const seenPlayer = playerRef.extend({
  /** Matches with them in the lineup. */
  matches: z.number().int(),
  /** Kick-off of the newest of those; `null` without any. */
  last_seen: instant.nullable(),
})
export type SeenPlayer = z.output<typeof seenPlayer>

export const searchPlayers = endpoint({
  method: 'GET',
  path: '/api/operator_players',
  summary:
    'Players whose name has every given word, with what distinguishes namesakes; without those merged into another',
  access: 'admin',
  query: z.object({ search: text(80).refine((name) => /[\p{L}\p{N}]/u.test(name)) }),
  output: list(seenPlayer),
})

/** Counts of the rows that a merge changes, or its undo. */
const reach = z.object({
  /** Matches with the alias. */
  matches: z.number().int(),
  /** Matches that list both. */
  both: z.number().int(),
  /** Ballots with a pick of the alias. */
  ballots: z.number().int(),
  /** Ballots with both, of which one place is void. */
  void_places: z.number().int(),
  followers: z.number().int(),
  /** Published matches, which are marked for a recalculation. */
  published: z.number().int(),
})

const pair = z.strictObject({ alias_id: id, player_id: id }).refine(({ alias_id, player_id }) => alias_id !== player_id)

export const previewPlayerMerge = endpoint({
  method: 'GET',
  path: '/api/operator_player_merge',
  summary: 'What a merge of two players would change, counted',
  access: 'admin',
  query: z
    .object({ alias_id: queryId, player_id: queryId })
    .refine(({ alias_id, player_id }) => alias_id !== player_id),
  output: reach,
  errors: ['player_not_found', 'player_already_merged'],
})

export const mergePlayers = endpoint({
  method: 'POST',
  path: '/api/rpc/merge_players',
  summary:
    'Lists one person with two ids of the feed once, under `player_id`, before and after publication; journalled',
  access: 'admin',
  body: pair.safeExtend({ reason }),
  state: mergeState,
  output: reach,
  errors: ['player_not_found', 'player_already_merged'],
})

export const unmergePlayers = endpoint({
  method: 'POST',
  path: '/api/rpc/unmerge_players',
  summary: 'Takes a merge of two players back, with all that followed from it; journalled',
  access: 'admin',
  body: z.strictObject({ alias_id: id, reason }),
  state: mergeState,
  output: reach.pick({ matches: true, ballots: true, followers: true, published: true }),
  errors: ['merge_not_found'],
})

export const listPlayerMerges = endpoint({
  method: 'GET',
  path: '/api/operator_player_merges',
  summary: 'Players who are merged, newest first',
  access: 'admin',
  output: list(z.object({ alias: playerRef, player: playerRef, reason: z.string(), created_at: instant })),
})
