import { describe, expect, it } from 'vitest'
import { badgesFor } from './fan.ts'

describe('badges', () => {
  it.each([
    [0, []],
    [9, []],
    [10, ['Contributeur']],
    [24, ['Contributeur']],
    [25, ['Contributeur', 'Expert']],
    [400, ['Contributeur', 'Expert']],
  ])('after %d complete ballots: %j', (votes, badges) => {
    expect(badgesFor(votes)).toEqual(badges)
  })
})
