import { DAY_MS, type Instant, MINUTE_MS, msOf } from '@tribune/domain/common/instant.ts'
import { calendar, moments, nouns, ordinals } from '../sentences/app.ts'
import { count, plural, twoDigits } from './numbers.ts'

/** All formatting of moments: French, where the device is. A number and its unit are held by a no-break space. */
const JOINED = '\u00a0'

/** « 21 h 05 », « 21 h » on the hour. */
export function hour(instant: Instant): string {
  const at = new Date(msOf(instant))
  return hourWords(at.getHours(), at.getMinutes())
}

/** Writes an hour of the day as « 21 h 05 ». */
export function hourWords(hours: number, minutes: number): string {
  return `${hours}${JOINED}h${minutes === 0 ? '' : JOINED + twoDigits(minutes)}`
}

/** « aujourd’hui », « hier », « demain », else « sam. 22 novembre » (with the year when it is another one). */
export function relativeDay(instant: Instant, now: Date): string {
  const key = dayKey(instant)
  const today = dayKey(now)
  if (key === today) return moments.today
  if (key === addDays(today, -1)) return moments.yesterday
  if (key === addDays(today, 1)) return moments.tomorrow
  return dayWords(key, today)
}

/** Writes a calendar day as « sam. 22 novembre », with the year when it is another one than today's. */
export function dayWords(key: string, today: string): string {
  const noon = noonOf(key)
  const year = key.slice(0, 4) === today.slice(0, 4) ? '' : ` ${noon.getUTCFullYear()}`
  return `${weekdayWord(key)} ${dayOfMonth(noon)} ${calendar.months[noon.getUTCMonth()]}${year}`
}

/** Writes the day of the week of a calendar day, as « sam. ». */
export function weekdayWord(key: string): string {
  return calendar.weekdays[weekday(key)] ?? ''
}

/** « 22 nov. », for narrow places. */
export function shortDay(instant: Instant): string {
  return shortDayWords(dayKey(instant))
}

/** Writes a calendar day as « 22 nov. ». */
export function shortDayWords(key: string): string {
  const noon = noonOf(key)
  return `${dayOfMonth(noon)} ${calendar.shortMonths[noon.getUTCMonth()]}`
}

/** « 1er », « 2 ». */
export function dayOfMonth(noon: Date): string {
  const date = noon.getUTCDate()
  return date === 1 ? ordinals.first : String(date)
}

/** « aujourd’hui, 21 h 05 ». */
export function dayAndHour(instant: Instant, now: Date): string {
  return `${relativeDay(instant, now)}, ${hour(instant)}`
}

/** « 60' », « 90+3' » in stoppage time; empty while unknown. */
export function minuteMark(minute: number | null, extra: number | null = null): string {
  if (minute === null) return ''
  return extra === null || extra === 0 ? `${minute}'` : `${minute}+${extra}'`
}

/** Time left, as a clock: « 59:07 », « 0:08 ». Never negative. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`
}

/** Time left, as a screen reader speaks it: « encore 12 minutes ». */
export function spokenCountdown(leftMs: number): string {
  const minutes = Math.ceil(Math.max(0, leftMs) / MINUTE_MS)
  return minutes <= 1 ? moments.lastMinute : moments.left(plural(minutes, nouns.minute))
}

/** « 21 novembre 2026 », « 1er juillet 2026 », or « 21 November 2026 » for the one English text. */
export function longDay(instant: Instant, lang: 'fr' | 'en'): string {
  const day = new Intl.DateTimeFormat(lang === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long' }).format(msOf(instant))
  // The library writes « 1 juillet », French does not.
  return lang === 'fr' ? day.replace(/^1\b/, '1er') : day
}

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

/** Writes a duration as « 45 s », « 3 min 20 s » or « 1 h 05 min ». */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds}\u00a0s`
  if (minutes < 60) return `${minutes}\u00a0min ${seconds % 60}\u00a0s`
  return `${Math.floor(minutes / 60)}\u00a0h ${String(minutes % 60).padStart(2, '0')}\u00a0min`
}

/** Writes how long a run took, in milliseconds below a minute: « 1 250 ms », « 3 min 20 s ». */
export function runTime(ms: number): string {
  return ms < MINUTE_MS ? `${count(Math.round(ms))}\u00a0ms` : duration(ms)
}
