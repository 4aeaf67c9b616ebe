/** A moment: a Date, or its ISO 8601 text as it crosses HTTP. */
export type Instant = Date | string

/** One minute in milliseconds. */
export const MINUTE_MS = 60_000
/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000
/** One day in milliseconds. */
export const DAY_MS = 86_400_000

/** IANA time zone of the digest, of pictures, of the operator's days, and of fans who have chosen none. */
export const PARIS = 'Europe/Paris'

/** Returns the Unix time of a moment in milliseconds; NaN if the text is not a date. */
export function msOf(instant: Instant): number {
  return typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
}
