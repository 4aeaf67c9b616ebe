/**
 * Keys of the query cache by which others than the reading feature find its answers: live news and saved ballots invalidate by them, also by
 * a prefix. A key that only its own `api.ts` knows stays there.
 */
export const HOME = ['home'] as const
export const MATCHES = ['match'] as const
export const matchKey = (id: number) => [...MATCHES, id] as const
/** A fan's own ballots, in every list. */
export const OWN_BALLOTS = ['votes'] as const
export const RANKINGS = ['ranking'] as const
export const LEADERS = ['leaders'] as const
export const PLAYERS = ['player'] as const
