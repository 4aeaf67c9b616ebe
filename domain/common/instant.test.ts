import { describe, expect, it } from 'vitest'
import { msOf } from './instant.ts'

describe('a moment', () => {
  it('reads the same from a Date and from its text, with any offset', () => {
    const kickoff = new Date('2026-03-14T20:00:00Z')
    expect(msOf(kickoff)).toBe(1_773_518_400_000)
    expect(msOf('2026-03-14T20:00:00.000Z')).toBe(msOf(kickoff))
    expect(msOf('2026-03-14T21:00:00+01:00')).toBe(msOf(kickoff))
  })

  it('is NaN if the text is not a date', () => {
    expect(msOf('demain')).toBeNaN()
  })
})
