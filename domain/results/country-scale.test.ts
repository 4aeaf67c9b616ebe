import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTRY_SCALE, COUNTRY_TOP, countryCoefficients, topCountries } from './country-scale.ts'

const country = fc.record({ country: fc.string(), points: fc.double({ min: 0, max: 130, noNaN: true }) })
const bounds = fc.tuple(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 10, max: 60 })).map(([one, other]) => ({
  min: Math.min(one, other) / 10,
  max: Math.max(one, other) / 10,
}))

describe('country coefficients', () => {
  it('run from 1.0 for the lowest to 4.0 for the highest, linear in between', () => {
    const items = [
      { country: 'Nord', points: 100 },
      { country: 'Sud', points: 0 },
      { country: 'Est', points: 50 },
      { country: 'Ouest', points: 33.3 },
    ]
    expect(countryCoefficients(items)).toEqual([
      { country: 'Nord', points: 100, coefficient: 4 },
      { country: 'Sud', points: 0, coefficient: 1 },
      { country: 'Est', points: 50, coefficient: 2.5 },
      { country: 'Ouest', points: 33.3, coefficient: 2 },
    ])
  })

  it('follow the given bounds', () => {
    const items = [
      { country: 'Nord', points: 80 },
      { country: 'Sud', points: 20 },
    ]
    expect(countryCoefficients(items, { min: 0.5, max: 2.3 }).map((item) => item.coefficient)).toEqual([2.3, 0.5])
  })

  it('are all the lower bound when all countries have the same points', () => {
    const even = [
      { country: 'Nord', points: 5 },
      { country: 'Sud', points: 5 },
    ]
    expect(countryCoefficients(even).map((item) => item.coefficient)).toEqual([1, 1])
    expect(countryCoefficients([])).toEqual([])
  })

  it('keep the other fields of an item', () => {
    expect(countryCoefficients([{ country: 'Nord', points: 5, rank: 1 }])[0]).toHaveProperty('rank', 1)
  })

  it('stay within the bounds, reach both, and never fall while points rise', () => {
    fc.assert(
      fc.property(fc.array(country, { minLength: 2 }), bounds, (items, scale) => {
        const rising = countryCoefficients(items, scale).sort((one, other) => one.points - other.points)
        const coefficients = rising.map((item) => item.coefficient)
        expect(coefficients).toEqual([...coefficients].sort((one, other) => one - other))
        expect(coefficients.at(0)).toBe(scale.min)
        fc.pre(rising.at(0)?.points !== rising.at(-1)?.points)
        expect(coefficients.at(-1)).toBe(scale.max)
      }),
    )
  })

  it('have inputs that default to 1 and 4, in steps of 0.1', () => {
    expect(COUNTRY_SCALE).toEqual({ min: 1, max: 4, step: 0.1 })
  })

  it('are shown for the first thirty, and computed over all', () => {
    const items = Array.from({ length: 55 }, (_, index) => ({
      country: `Pays ${index}`,
      rank: 55 - index,
      points: index,
    }))
    const shown = topCountries(countryCoefficients(items))
    expect(shown.map(({ rank }) => rank)).toEqual(Array.from({ length: COUNTRY_TOP }, (_, index) => index + 1))
    expect(shown.at(0)?.coefficient).toBe(4)
    expect(shown.at(-1)?.coefficient).toBe(2.39)
  })
})
