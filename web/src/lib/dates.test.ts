import { describe, expect, test } from 'vitest'
import { countdown, dayAndHour, dayKey, hour, minuteMark, relativeDay, spokenCountdown } from './dates.ts'

const PARIS = 'Europe/Paris'
const now = new Date('2025-11-22T20:00:00Z')

describe('an hour', () => {
  test.each([
    ['2025-11-22T20:05:00Z', PARIS, '21\u00a0h\u00a005'],
    ['2025-11-22T08:00:00Z', PARIS, '9\u00a0h'],
    ['2025-11-22T23:30:00Z', PARIS, '0\u00a0h\u00a030'],
    ['2025-11-22T20:05:00Z', 'America/New_York', '15\u00a0h\u00a005'],
  ])('%s in %s is told « %s »', (instant, zone, told) => {
    expect(hour(instant, zone)).toBe(told)
  })
})

describe('a day', () => {
  test.each([
    ['2025-11-22T22:59:00Z', 'aujourd’hui'],
    ['2025-11-22T23:00:00Z', 'demain'],
    ['2025-11-21T22:59:00Z', 'hier'],
    ['2025-11-15T12:00:00Z', 'sam. 15 novembre'],
    ['2024-11-15T12:00:00Z', 'ven. 15 novembre 2024'],
  ])('%s is told « %s » in Paris', (instant, told) => {
    expect(relativeDay(instant, now, PARIS)).toBe(told)
  })

  test('turns at midnight of the fan’s own zone', () => {
    expect(dayKey('2025-11-22T23:30:00Z', PARIS)).toBe('2025-11-23')
    expect(dayKey('2025-11-22T23:30:00Z', 'America/New_York')).toBe('2025-11-22')
  })

  test('comes with its hour', () => {
    expect(dayAndHour('2025-11-22T20:05:00Z', now, PARIS)).toBe('aujourd’hui, 21\u00a0h\u00a005')
  })
})

describe('a minute of play', () => {
  test.each([
    [60, null, "60'"],
    [60, 0, "60'"],
    [90, 3, "90+3'"],
    [null, null, ''],
  ])('%s with %s of stoppage is « %s »', (minute, extra, told) => {
    expect(minuteMark(minute, extra)).toBe(told)
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
