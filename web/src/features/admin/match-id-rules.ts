import { LAST_MINUTE } from '@tribune/domain/match-correction.ts'

/** Reads the id of a match as the operator types it; `null` for anything else: text, a negative number, or one too large to be stored exactly. */
export function matchIdIn(typed: string): number | null {
  const trimmed = typed.trim()
  const id = Number(trimmed)
  return /^\d+$/.test(trimmed) && id > 0 && Number.isSafeInteger(id) ? id : null
}

/** Reads a minute of play as the operator types it: `null` if they leave it out, undefined for anything else. */
export function minuteIn(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const minute = Number(trimmed)
  return /^\d+$/.test(trimmed) && minute >= 1 && minute <= LAST_MINUTE ? minute : undefined
}
