import { DAY_MS, type Instant, msOf } from '@tribune/domain/common/instant.ts'
import { twoDigits } from './numbers.ts'

/**
 * The calendar day of a moment, `YYYY-MM-DD`, where the device is. Its clock knows that by itself; the name of the zone takes a phone tens
 * of milliseconds.
 */
export function dayKey(instant: Instant): string {
  const at = new Date(msOf(instant))
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

/** Noon of a day in UTC, whose UTC parts are those of the day. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** So many days later; whole days from noon to noon in one zone never meet a change of hour. */
export function addDays(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Monday is 0. */
export function weekday(day: string): number {
  return (noonOf(day).getUTCDay() + 6) % 7
}
