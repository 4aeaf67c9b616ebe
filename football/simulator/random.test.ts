import { describe, expect, it } from 'vitest'
import { at, hashOf, Random } from './random.ts'

const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.next())

describe('the seeded generator', () => {
  it('gives the same sequence for the same keys, and another for others', () => {
    expect(draws(new Random('seed', 'a', 1), 20)).toEqual(draws(new Random('seed', 'a', 1), 20))
    expect(draws(new Random('seed', 'a', 1), 20)).not.toEqual(draws(new Random('seed', 'a', 2), 20))
  })

  it('stays in [0, 1) and is spread evenly', () => {
    const all = draws(new Random('even'), 20_000)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...all)).toBeLessThan(1)
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = all.filter((one) => Math.floor(one * 10) === tenth).length / all.length
      expect(share).toBeCloseTo(0.1, 1)
    }
  })

  it('separates its keys: joined keys differ from split ones', () => {
    expect(hashOf('a', 'b')).not.toBe(hashOf('ab'))
    expect(hashOf('match', 12)).not.toBe(hashOf('match', 13))
  })

  it('draws integers between both bounds, and Poisson counts with the given mean', () => {
    const random = new Random('numbers')
    const dice = Array.from({ length: 6000 }, () => random.int(1, 6))
    expect(new Set(dice)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    const goals = Array.from({ length: 6000 }, () => random.poisson(1.5))
    expect(goals.reduce((sum, one) => sum + one, 0) / goals.length).toBeCloseTo(1.5, 1)
  })

  it('picks by weight, and never an element of weight 0', () => {
    const random = new Random('weights')
    const picks = Array.from({ length: 500 }, () =>
      random.weighted(['never', 'often'], (one) => (one === 'often' ? 3 : 0)),
    )
    expect(new Set(picks)).toEqual(new Set(['often']))
    expect(random.weighted(['none'], () => 0)).toBeNull()
  })

  it('wraps around a list, and refuses an empty one', () => {
    expect([at(['a', 'b', 'c'], 4), at(['a', 'b', 'c'], -1)]).toEqual(['b', 'c'])
    expect(() => at([], 0)).toThrow(RangeError)
  })
})
