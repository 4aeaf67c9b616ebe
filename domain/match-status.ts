/** The six statuses of a match (spec section 4). */
export const MATCH_STATUSES = ['upcoming', 'live', 'finished', 'postponed', 'cancelled', 'suspended'] as const

/** One of the six statuses. */
export type MatchStatus = (typeof MATCH_STATUSES)[number]

const SHORT_FORMS: ReadonlyMap<string, MatchStatus> = new Map([
  ['ft', 'finished'],
  ['1h', 'live'],
  ['2h', 'live'],
])

/** Parses a status of the match detail: one of the six, or `ft`, `1h`, `2h`, in any case (spec section 4). Returns `null` for anything else. */
export function normaliseStatus(text: string): MatchStatus | null {
  const key = text.trim().toLowerCase()
  return MATCH_STATUSES.find((status) => status === key) ?? SHORT_FORMS.get(key) ?? null
}
