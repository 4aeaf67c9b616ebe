import { MATCH_STATUSES } from '@tribune/domain/matches/status.ts'
import { z } from 'zod'
import { endpoint, list, text } from '../endpoint.ts'
import { namedMatch, shootout } from '../matches.ts'
import { playerRef } from '../players.ts'

/** Maximum number of matches in one answer. */
export const MAX_FOUND_MATCHES = 20

/** A match with its date, competition and score, by which the operator recognises it. */
const foundMatch = namedMatch.extend({
  kickoff_hour_known: z.boolean(),
  status: z.enum(MATCH_STATUSES),
  home_score: z.number().int().nullable(),
  away_score: z.number().int().nullable(),
  shootout: shootout.nullable(),
})
export type FoundMatch = z.output<typeof foundMatch>

export const searchMatches = endpoint({
  method: 'GET',
  path: '/api/operator_matches',
  summary:
    'Matches of the clubs whose name has every given word, accents and punctuation aside: the nearest to now first',
  access: 'admin',
  query: z.object({ search: text(80).refine((value) => value.trim() !== '') }),
  output: list(foundMatch),
})

/** Maximum number of players that a name finds. */
export const FOUND_PLAYERS = 10

/** Finds any player, ranked or not, for `/{name}-analysis` (spec section 2, "Developer test pages"). */
export const findPlayers = endpoint({
  method: 'GET',
  path: '/api/players_by_name',
  summary:
    'Players whose name has every given word, or begins with one or two given letters, accents and punctuation aside: exact names first, at most ten',
  access: 'public',
  cdn: true,
  query: z.object({ name: text(100).refine((name) => /[\p{L}\p{N}]/u.test(name)) }),
  output: list(playerRef),
})
