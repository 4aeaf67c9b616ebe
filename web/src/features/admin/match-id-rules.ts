/** The id of a match as the operator types it; `null` for what is none: text, negative, or too large to be stored exactly. */
export function matchIdIn(typed: string): number | null {
  const trimmed = typed.trim()
  const id = Number(trimmed)
  return /^\d+$/.test(trimmed) && id > 0 && Number.isSafeInteger(id) ? id : null
}
