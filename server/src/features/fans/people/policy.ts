import { PHONE_GAPS } from '@tribune/domain/operator/operator.ts'
import type { Wanted } from './queries.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** A number in international form, by the rule of E.164. */
const PHONE = /^\+[1-9]\d{6,14}$/

/** Returns what exactly is looked for: an id, a phone in international form, or an address; `null` for anything else, parts of them too. */
export function wantedOf(text: string): Wanted | null {
  const wanted = text.trim()
  if (UUID.test(wanted)) return { id: wanted.toLowerCase() }
  const phone = wanted.replaceAll(PHONE_GAPS, '')
  if (PHONE.test(phone)) return { phone }
  return /^[^@\s]+@[^@\s]+$/.test(wanted) ? { email: wanted.toLowerCase() } : null
}
