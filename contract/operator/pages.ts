import { z } from 'zod'
import { endpoint, instant, list, text } from '../endpoint.ts'
import { playerRef } from '../players.ts'

/** Most players that a name finds. */
export const FOUND_PLAYERS = 10
/** Most jobs under way in one answer. */
export const OPEN_RUNS = 50

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

/** Jobs, runs by hand and the recalculation that have begun and not ended; `edge_metrics` has the row of each once it ends. */
export const listOpenRuns = endpoint({
  method: 'GET',
  path: '/api/open_runs',
  summary: 'Background jobs and runs by hand under way on all servers, longest first, for the operator',
  access: 'admin',
  output: list(z.object({ id: z.string(), function_name: z.string(), started_at: instant })),
})
