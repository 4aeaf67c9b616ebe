import { describe, expect, it } from 'vitest'
import { MATCH_STATUSES, normaliseStatus } from './match-status.ts'

describe('a status', () => {
  it.each(MATCH_STATUSES)('%s reads as itself, in any case and with spaces around', (status) => {
    expect(normaliseStatus(status)).toBe(status)
    expect(normaliseStatus(` ${status.toUpperCase()} `)).toBe(status)
  })

  it.each([
    ['ft', 'finished'],
    ['FT', 'finished'],
    ['1h', 'live'],
    ['1H', 'live'],
    ['2h', 'live'],
    ['2H', 'live'],
  ])('%s, as the match detail may say, reads as %s', (text, status) => {
    expect(normaliseStatus(text)).toBe(status)
  })

  it.each(['', 'HT', 'over', 'constructor', 'toString'])('is not read from %j', (text) => {
    expect(normaliseStatus(text)).toBeNull()
  })
})
