import { LAST_MINUTE } from '@tribune/domain/matches/correction.ts'

/** Longest address of a match that a field takes. */
export const MAX_MATCH_ADDRESS = 200

/** The address of a match, with or without the site's. */
const ADDRESS = /^(?:https?:\/\/[^/\s]+)?\/match\/(\d+)\/?(?:[?#]\S*)?$/

/**
 * Reads the id of a match as the operator types it, or pastes it as an address; `null` for anything else: text, a negative number, or one too large to be
 * stored exactly.
 */
export function matchIdIn(typed: string): number | null {
  const trimmed = typed.trim()
  const digits = ADDRESS.exec(trimmed)?.[1] ?? trimmed
  const id = Number(digits)
  return /^\d+$/.test(digits) && id > 0 && Number.isSafeInteger(id) ? id : null
}

/** Reads a minute of play as the operator types it: `null` if they leave it out, undefined for anything else. */
export function minuteIn(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const minute = Number(trimmed)
  return /^\d+$/.test(trimmed) && minute >= 1 && minute <= LAST_MINUTE ? minute : undefined
}
