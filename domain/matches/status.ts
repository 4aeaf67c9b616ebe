/** The six statuses of a match (spec section 4). */
export const MATCH_STATUSES = ['upcoming', 'live', 'finished', 'postponed', 'cancelled', 'suspended'] as const

/** One of the six statuses. */
export type MatchStatus = (typeof MATCH_STATUSES)[number]
