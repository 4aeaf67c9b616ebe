import { describe, expect, it } from 'vitest'
import { derbyKey, derbyPair } from './derby.ts'

describe('a derby', () => {
  it.each([
    ['the lower id at home', 3, 20, [3, 20]],
    ['the higher id at home', 20, 3, [3, 20]],
    ['a club and itself', 7, 7, null],
  ])('is one pair in either order: %s', (_case, home, away, pair) => {
    expect(derbyPair(home, away)).toEqual(pair)
  })

  it('has one key', () => {
    expect(derbyKey([3, 20])).toBe('3-20')
  })
})
