import { describe, expect, it } from 'vitest'
import { contrastRatio, passesContrast } from './contrast.ts'

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#c6f94a', '#c6f94a', 1],
    // Greys around the limit for text, as WCAG's own examples have them.
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#949494', '#ffffff', 3.03],
    ['#0b1020', '#c6f94a', 15.37],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1)
  })
})

it.each([
  [4.5, 'text', true],
  [4.49, 'text', false],
  [3, 'shape', true],
  [2.99, 'shape', false],
] as const)('%d for %s: %s', (ratio, use, passes) => {
  expect(passesContrast(ratio, use)).toBe(passes)
})
