import { expect, test } from 'vitest'
import { percent } from './percent.ts'

test.each([
  [0, '0 %'],
  [0.29, '29 %'],
  [0.005, '1 %'],
  [1, '100 %'],
  [12.5, '1\u202f250 %'],
])('a share of %d is « %s »', (share, written) => {
  expect(percent(share)).toBe(written.replace(' %', '\u00a0%'))
})
