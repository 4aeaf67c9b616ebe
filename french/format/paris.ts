import { PARIS } from '@tribune/domain/common/instant.ts'
import { calendar } from '../sentences/app.ts'
import { dayOfMonth, hourWords, noonOf, shortDayWords, weekdayWord } from './dates.ts'
import { twoDigits } from './numbers.ts'

let parts: Intl.DateTimeFormat | null = null

/** Returns the format, made at its first use: making one costs a phone 80 ms, and most screens need none. */
function partsInParis(): Intl.DateTimeFormat {
  parts ??= new Intl.DateTimeFormat('fr-FR', {
    timeZone: PARIS,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return parts
}

/** « sam. 22 nov., 21 h 05 (Paris) », « dim. 1er nov. », the day alone while the hour is unknown. A picture is seen in every zone: its hour names the one it is in. */
export function momentInParis(instant: Date, hourKnown: boolean): string {
  const { key, hours, minutes } = inParis(instant)
  const day = `${weekdayWord(key)} ${shortDayWords(key)}`
  return hourKnown ? `${day}, ${hourWords(hours, minutes)} (Paris)` : day
}

/** « 22 nov., 21 h 05 », the day alone while the hour is unknown: for tables that name the zone once. */
export function shortMomentInParis(instant: Date, hourKnown: boolean): string {
  const { key, hours, minutes } = inParis(instant)
  return hourKnown ? `${shortDayWords(key)}, ${hourWords(hours, minutes)}` : shortDayWords(key)
}

/** « 22/11/2026 21:05 », the day alone while the hour is unknown: for spreadsheets. */
export function sortableMomentInParis(instant: Date, hourKnown: boolean): string {
  const { key, hours, minutes } = inParis(instant)
  const day = key.split('-').reverse().join('/')
  return hourKnown ? `${day} ${twoDigits(hours)}:${twoDigits(minutes)}` : day
}

/** « du 16 au 22 novembre », « du 28 septembre au 4 octobre »: the days from one moment until another, exclusive. */
export function daysInParis(start: Date, end: Date): string {
  const [first, last] = [start, new Date(end.getTime() - 1)].map((at) => noonOf(inParis(at).key))
  if (first === undefined || last === undefined) return ''
  const month = (day: Date) => ` ${calendar.months[day.getUTCMonth()]}`
  const isOneMonth = first.getUTCMonth() === last.getUTCMonth()
  return `du ${dayOfMonth(first)}${isOneMonth ? '' : month(first)} au ${dayOfMonth(last)}${month(last)}`
}

/** Returns the hour of the day, from 0 to 23. */
export function hourInParis(instant: Date): number {
  return inParis(instant).hours
}

/** Day as `YYYY-MM-DD`, and time of day. */
function inParis(instant: Date) {
  const found = new Map(
    partsInParis()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? ''
  return {
    key: `${part('year')}-${part('month')}-${part('day')}`,
    hours: Number(part('hour')),
    minutes: Number(part('minute')),
  }
}
