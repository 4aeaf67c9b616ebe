import { type Instant, msOf } from '@tribune/domain/instant.ts'

/** Calendar days are told as `YYYY-MM-DD`; whole days from noon to noon in one zone never meet a change of hour. */
export const DAY_MS = 86_400_000

/** The calendar day of a moment where the device is. Its clock knows that by itself; the name of the zone takes a phone tens of milliseconds. */
export function dayKey(instant: Instant): string {
  const at = new Date(msOf(instant))
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

/** Noon of a day, to be formatted in UTC. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

export function addDays(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** « 5 » as « 05 ». */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
