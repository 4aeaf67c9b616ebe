import { type Instant, MINUTE_MS, msOf } from '@tribune/domain/instant.ts'
import { moments, nouns } from '../i18n/fr.ts'
import { plural } from './numbers.ts'
import { timeZone } from './platform.ts'

/** All formatting of moments: French, in the fan's zone. A number and its unit are held by a no-break space. */
const JOINED = '\u00a0'
const DAY_MS = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options)
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('fr-FR', { timeZone: zone, ...options })
  formatters.set(key, known)
  return known
}

/** « 21 h 05 », « 21 h » on the hour. */
export function hour(instant: Instant, zone = timeZone()): string {
  const parts = formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(msOf(instant))
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const minutes = value('minute')
  return `${Number(value('hour'))}${JOINED}h${minutes === '00' ? '' : JOINED + minutes}`
}

/** The calendar day `YYYY-MM-DD` of a moment. */
export function dayKey(instant: Instant, zone = timeZone()): string {
  const parts = formatter(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(msOf(instant))
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${value('year')}-${value('month')}-${value('day')}`
}

/** « aujourd’hui », « hier », « demain », else « sam. 22 novembre » (with the year when it is another one). */
export function relativeDay(instant: Instant, now: Date, zone = timeZone()): string {
  const key = dayKey(instant, zone)
  if (key === dayKey(now, zone)) return moments.today
  if (key === dayKey(new Date(now.getTime() - DAY_MS), zone)) return moments.yesterday
  if (key === dayKey(new Date(now.getTime() + DAY_MS), zone)) return moments.tomorrow
  return day(instant, now, zone)
}

/** « sam. 22 novembre », with the year when it is another one. */
export function day(instant: Instant, now: Date, zone = timeZone()): string {
  const sameYear = dayKey(instant, zone).slice(0, 4) === dayKey(now, zone).slice(0, 4)
  return formatter(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(msOf(instant))
}

/** « 21 novembre 2026 », or « 21 November 2026 » for the one English text. */
export function longDay(instant: Instant, lang: 'fr' | 'en', zone = timeZone()): string {
  const format = new Intl.DateTimeFormat(lang === 'fr' ? 'fr-FR' : 'en-GB', { timeZone: zone, dateStyle: 'long' })
  return format.format(msOf(instant))
}

/** « 22 nov. », for narrow places. */
export function shortDay(instant: Instant, zone = timeZone()): string {
  return formatter(zone, { day: 'numeric', month: 'short' }).format(msOf(instant))
}

/** « aujourd’hui, 21 h 05 ». */
export function dayAndHour(instant: Instant, now: Date, zone = timeZone()): string {
  return `${relativeDay(instant, now, zone)}, ${hour(instant, zone)}`
}

/** « 60' », « 90+3' » in stoppage time; empty while unknown. */
export function minuteMark(minute: number | null, extra: number | null = null): string {
  if (minute === null) return ''
  return extra === null || extra === 0 ? `${minute}'` : `${minute}+${extra}'`
}

/** Time left, as a clock: « 59:07 », « 0:08 ». Never negative. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Time left, as it is read aloud: « encore 12 minutes ». */
export function spokenCountdown(leftMs: number): string {
  const minutes = Math.ceil(Math.max(0, leftMs) / MINUTE_MS)
  return minutes <= 1 ? moments.lastMinute : moments.left(plural(minutes, nouns.minute))
}
