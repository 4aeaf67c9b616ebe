/**
 * Keys of the query cache that several files use: live events, saved ballots and the account invalidate queries by a key or its prefix. A key of one
 * query only stands with that query.
 */
export const HOME = ['home'] as const
export const MATCHES = ['match'] as const
export const matchKey = (id: number) => [...MATCHES, id] as const
/** Prefix of the fan's own ballots, in every list. */
export const OWN_BALLOTS = ['votes'] as const
/** Prefix of the fan's own ballot of one match. */
export const OWN_BALLOT = ['vote'] as const
export const RANKINGS = ['ranking'] as const
export const LEADERS = ['leaders'] as const
export const OWN_PLAYERS = ['my-podium-players'] as const
/** The fan's subscriptions and settings of push messages. */
export const PUSH = ['push'] as const
export const PLAYERS = ['player'] as const
