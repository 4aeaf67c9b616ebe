import { MINUTE_MS } from '@tribune/domain/instant.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Whether this is an IANA time zone that we know. */
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

/** "+02:00" at that instant in that zone. */
function offsetOf(ms: number, zone: string): string {
  if (zone === 'UTC') return '+00:00'
  const name = formatterOf(zone)
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')
  return name?.value.replace('GMT', '') || '+00:00'
}

/** "2025-11-22T17:45:00+00:00". */
export function zonedIso(ms: number, zone: string): string {
  const offset = offsetOf(ms, zone)
  const [hours, minutes] = offset.slice(1).split(':').map(Number)
  const shift = (offset.startsWith('-') ? -1 : 1) * ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS
  return `${new Date(ms + shift).toISOString().slice(0, 19)}${offset}`
}

/** The day, `YYYY-MM-DD`, that an instant falls on in a zone. */
export function zonedDay(ms: number, zone: string): string {
  return zonedIso(ms, zone).slice(0, 10)
}
