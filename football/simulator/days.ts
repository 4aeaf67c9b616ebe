import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'

export const DAY_MINUTES = 1440

/** Returns the UTC day of an instant, counted from 1970-01-01. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** Returns the UTC day of a date `YYYY-MM-DD`, counted from 1970-01-01. */
export function dayOfDate(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns whether this is a known IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone)
    return true
  } catch {
    return false
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
  formatters.set(zone, formatter)
  return formatter
}

/** Returns the offset of a zone at an instant: "+02:00". */
function offsetOf(ms: number, zone: string): string {
  if (zone === 'UTC') return '+00:00'
  const name = formatterOf(zone)
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')
  return name?.value.replace('GMT', '') || '+00:00'
}

/** Formats an instant in a zone: "2025-11-22T17:45:00+00:00". */
export function zonedIso(ms: number, zone: string): string {
  const offset = offsetOf(ms, zone)
  const [hours, minutes] = offset.slice(1).split(':').map(Number)
  const shift = (offset.startsWith('-') ? -1 : 1) * ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS
  return `${new Date(ms + shift).toISOString().slice(0, 19)}${offset}`
}

/** Returns the day, `YYYY-MM-DD`, of an instant in a zone. */
export function zonedDay(ms: number, zone: string): string {
  return zonedIso(ms, zone).slice(0, 10)
}
