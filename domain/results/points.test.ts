import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundHalfAway } from '../common/rounding.ts'
import { expectedTopPoints, pointsFor } from './points.ts'

const coefficient = fc.integer({ min: 1, max: 2000 }).map((hundredths) => hundredths / 100)

describe('rounding', () => {
  it.each([
    [0.5, 0, 1],
    [1.5, 0, 2],
    [2.5, 0, 3],
    [-0.5, 0, -1],
    [-2.5, 0, -3],
    [0.49, 0, 0],
    [-0.49, 0, 0],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.675, 2, 2.68],
    [1.15 * 70, 0, 81],
    [1.45, 1, 1.5],
    [12.34, 2, 12.34],
    [399.999, 0, 400],
  ])('%d to %d decimals is %d', (value, decimals, rounded) => {
    expect(roundHalfAway(value, decimals)).toBe(rounded)
  })

  it('rounds every half away from zero', () => {
    const halves = fc.record({ whole: fc.nat({ max: 1_000_000 }), decimals: fc.nat({ max: 3 }) })
    fc.assert(
      fc.property(halves, ({ whole, decimals }) => {
        const half = Number(`${whole}5e-${decimals + 1}`)
        const next = Number(`${whole + 1}e-${decimals}`)
        expect(roundHalfAway(half, decimals)).toBe(next)
        expect(roundHalfAway(-half, decimals)).toBe(-next)
      }),
    )
  })

  it('never moves a value by more than half a step, and keeps a rounded one', () => {
    const values = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(values, fc.nat({ max: 3 }), (value, decimals) => {
        const rounded = roundHalfAway(value, decimals)
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 / 10 ** decimals + 1e-6)
        expect(roundHalfAway(rounded, decimals)).toBe(rounded)
      }),
    )
  })
})

describe('points of a rank', () => {
  it('are the published scale when the coefficient is 1', () => {
    const ranks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 40]
    expect(ranks.map((rank) => pointsFor(rank, 1))).toEqual([100, 80, 70, 60, 50, 40, 30, 20, 15, 10, 0, 0, 0])
  })

  it.each([
    [1, 3.77, 377],
    [2, 3.77, 302],
    [3, 1.15, 81],
    [9, 3.5, 53],
    [9, 1.1, 17],
    [10, 1.05, 11],
    [11, 4, 0],
  ])('rank %d at coefficient %d earns %d', (rank, factor, points) => {
    expect(pointsFor(rank, factor)).toBe(points)
  })

  it.each([0, -1, 1.5, Number.NaN])('rank %d earns nothing', (rank) => {
    expect(pointsFor(rank, 2)).toBe(0)
  })

  it('fall with the rank and rise with the coefficient', () => {
    const ranks = fc.integer({ min: 1, max: 12 })
    fc.assert(
      fc.property(ranks, coefficient, coefficient, (rank, one, other) => {
        expect(pointsFor(rank, one)).toBeGreaterThanOrEqual(pointsFor(rank + 1, one))
        const [low, high] = one < other ? [one, other] : [other, one]
        expect(pointsFor(rank, low)).toBeLessThanOrEqual(pointsFor(rank, high))
      }),
    )
  })

  it('of the first are round(100 x coefficient)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), (hundredths) => {
        expect(expectedTopPoints(hundredths / 100)).toBe(hundredths)
        expect(pointsFor(1, hundredths / 100)).toBe(hundredths)
      }),
    )
  })
})
