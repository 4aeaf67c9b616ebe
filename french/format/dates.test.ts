import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  countdown,
  dayAndHour,
  dayWords,
  hour,
  longDay,
  minuteMark,
  relativeDay,
  shortDayWords,
  spokenCountdown,
} from './dates.ts'
import { addDays, dayKey, noonOf } from './days.ts'

const PARIS = 'Europe/Paris'
const now = new Date('2025-11-22T20:00:00Z')
const setZone = (zone: string | undefined) => {
  process.env.TZ = zone
}
const suiteZone = process.env.TZ

beforeEach(() => setZone(PARIS))
afterEach(() => setZone(suiteZone))

describe('an hour', () => {
  test.each([
    ['2025-11-22T20:05:00Z', PARIS, '21\u00a0h\u00a005'],
    ['2025-11-22T08:00:00Z', PARIS, '9\u00a0h'],
    ['2025-11-22T23:30:00Z', PARIS, '0\u00a0h\u00a030'],
    ['2025-11-22T20:05:00Z', 'America/New_York', '15\u00a0h\u00a005'],
  ])('%s in %s reads « %s »', (instant, zone, words) => {
    setZone(zone)
    expect(hour(instant)).toBe(words)
  })
})

describe('a day', () => {
  test.each([
    ['2025-11-22T22:59:00Z', 'aujourd’hui'],
    ['2025-11-22T23:00:00Z', 'demain'],
    ['2025-11-21T22:59:00Z', 'hier'],
    ['2025-11-20T22:59:00Z', 'jeu. 20 novembre'],
    ['2025-11-15T12:00:00Z', 'sam. 15 novembre'],
    ['2024-11-15T12:00:00Z', 'ven. 15 novembre 2024'],
  ])('%s reads « %s » in Paris', (instant, words) => {
    expect(relativeDay(instant, now)).toBe(words)
  })

  test('has the words that the engine has, and a first of the month that is written as one', () => {
    const long = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'long' })
    const short = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', day: 'numeric', month: 'short' })
    const first = (words: string) => words.replace(/\b1 (?=\D)/, '1er ')
    for (let key = '2027-12-25'; key < '2029-01-05'; key = addDays(key, 1)) {
      expect(dayWords(key, key)).toBe(first(long.format(noonOf(key))))
      expect(shortDayWords(key)).toBe(first(short.format(noonOf(key))))
    }
    expect(dayWords('2028-03-01', '2027-03-01')).toBe('mer. 1er mars 2028')
  })

  test('turns at midnight of the fan’s own zone', () => {
    expect(dayKey('2025-11-22T23:30:00Z')).toBe('2025-11-23')
    expect(relativeDay('2025-11-22T23:30:00Z', now)).toBe('demain')
    setZone('America/New_York')
    expect(dayKey('2025-11-22T23:30:00Z')).toBe('2025-11-22')
    expect(relativeDay('2025-11-22T23:30:00Z', now)).toBe('aujourd’hui')
  })

  test('comes with its hour', () => {
    expect(dayAndHour('2025-11-22T20:05:00Z', now)).toBe('aujourd’hui, 21\u00a0h\u00a005')
  })
})

describe('a minute of play', () => {
  test.each([
    [60, null, "60'"],
    [60, 0, "60'"],
    [90, 3, "90+3'"],
    [null, null, ''],
  ])('%s with %s of stoppage is « %s »', (minute, extra, words) => {
    expect(minuteMark(minute, extra)).toBe(words)
  })
})

describe('the time left to vote', () => {
  test.each([
    [3_600_000, '60:00', 'encore 60\u00a0minutes'],
    [3_547_000, '59:07', 'encore 60\u00a0minutes'],
    [7_200, '0:08', 'encore moins d’une minute'],
    [0, '0:00', 'encore moins d’une minute'],
    [-5_000, '0:00', 'encore moins d’une minute'],
  ])('%i ms is « %s », read « %s »', (left, shown, spoken) => {
    expect(countdown(left)).toBe(shown)
    expect(spokenCountdown(left)).toBe(spoken)
  })
})

test.each([
  ['2026-07-01T12:00:00Z', '1er juillet 2026', '1 July 2026'],
  ['2026-07-11T12:00:00Z', '11 juillet 2026', '11 July 2026'],
  ['2026-11-21T12:00:00Z', '21 novembre 2026', '21 November 2026'],
])('%s is %s, and %s in English', (day, french, english) => {
  expect([longDay(day, 'fr'), longDay(day, 'en')]).toEqual([french, english])
})
