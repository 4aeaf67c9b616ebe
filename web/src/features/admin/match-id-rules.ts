import { LAST_MINUTE } from '@tribune/domain/match-correction.ts'

/** The id of a match as the operator types it; `null` for what is none: text, negative, or too large to be stored exactly. */
export function matchIdIn(typed: string): number | null {
  const trimmed = typed.trim()
  const id = Number(trimmed)
  return /^\d+$/.test(trimmed) && id > 0 && Number.isSafeInteger(id) ? id : null
}

/** A minute of play as the operator types it: `null` where they leave it out, undefined for what is none. */
export function minuteIn(typed: string): number | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  const minute = Number(trimmed)
  return /^\d+$/.test(trimmed) && minute >= 1 && minute <= LAST_MINUTE ? minute : undefined
}
