import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addDays,
  countdown,
  dayAndHour,
  dayKey,
  dayWords,
  duration,
  hour,
  longDay,
  minuteMark,
  noonOf,
  relativeDay,
  runTime,
  shortDayWords,
  spokenCountdown,
} from './dates.ts'
import { daysInParis, hourInParis, momentInParis, shortMomentInParis, sortableMomentInParis } from './paris.ts'

const PARIS = 'Europe/Paris'
const now = new Date('2025-11-22T20:00:00Z')
const setZone = (zone: string | undefined) => {
  process.env.TZ = zone
}
const suiteZone = process.env.TZ

describe('on a phone in Paris', () => {
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
      const long = new Intl.DateTimeFormat('fr-FR', {
        timeZone: 'UTC',
        weekday: 'short',
        day: 'numeric',
        month: 'long',
      })
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
})

test.each([
  ['2026-07-01T12:00:00Z', '1er juillet 2026', '1 July 2026'],
  ['2026-07-11T12:00:00Z', '11 juillet 2026', '11 July 2026'],
  ['2026-11-21T12:00:00Z', '21 novembre 2026', '21 November 2026'],
])('%s is %s, and %s in English', (day, french, english) => {
  expect([longDay(day, 'fr'), longDay(day, 'en')]).toEqual([french, english])
})

test.each([
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-10-25', -1, '2026-10-24'],
])('%s and %i days is %s, changes of hour or not', (day, days, other) => {
  expect(addDays(day, days)).toBe(other)
})

test.each([
  [0, '0 ms', '0 s'],
  [1_250, '1\u202f250 ms', '1 s'],
  [59_400, '59\u202f400 ms', '59 s'],
  [60_000, '1 min 0 s', '1 min 0 s'],
  [125_400, '2 min 5 s', '2 min 5 s'],
  [3_599_600, '1 h 00 min', '1 h 00 min'],
  [3_900_000, '1 h 05 min', '1 h 05 min'],
])('%i ms are « %s » of a run, and « %s » of anything else', (ms, run, other) => {
  expect([runTime(ms), duration(ms)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([run, other])
})

test.each([
  ['2026-11-21T20:05:00Z', true, 'sam. 21 nov., 21\u00a0h\u00a005 (Paris)'],
  ['2026-11-21T20:00:00Z', true, 'sam. 21 nov., 21\u00a0h (Paris)'],
  ['2026-10-31T23:30:00Z', true, 'dim. 1er nov., 0\u00a0h\u00a030 (Paris)'],
  ['2026-11-11T20:00:00Z', false, 'mer. 11 nov.'],
  ['2026-12-01T20:00:00Z', false, 'mar. 1er déc.'],
])('%s, hour known %s: %s', (kickOff, hourKnown, words) => {
  expect(momentInParis(new Date(kickOff), hourKnown)).toBe(words)
})

test.each([
  ['2026-11-21T20:05:00Z', true, '21 nov., 21\u00a0h\u00a005', '21/11/2026 21:05', 21],
  ['2026-10-31T23:30:00Z', true, '1er nov., 0\u00a0h\u00a030', '01/11/2026 00:30', 0],
  ['2026-07-01T22:00:00Z', false, '2 juil.', '02/07/2026', 0],
])('%s, hour known %s, in a table and a spreadsheet', (kickOff, hourKnown, short, sortable, hour) => {
  const at = new Date(kickOff)
  expect([shortMomentInParis(at, hourKnown), sortableMomentInParis(at, hourKnown)]).toEqual([short, sortable])
  expect(hourInParis(at)).toBe(hour)
})

test.each([
  ['2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', 'du 16 au 22 novembre'],
  ['2026-10-25T23:00:00Z', '2026-11-01T23:00:00Z', 'du 26 octobre au 1er novembre'],
  ['2026-03-31T22:00:00Z', '2026-04-07T22:00:00Z', 'du 1er au 7 avril'],
])('the days from %s until %s: %s', (start, end, words) => {
  expect(daysInParis(new Date(start), new Date(end))).toBe(words)
})
