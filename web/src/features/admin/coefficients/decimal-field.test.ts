import { COEFFICIENT_SCALE } from '@tribune/domain/results/coefficient.ts'
import { describe, expect, it } from 'vitest'
import { readDecimal, stepped } from './decimal-field.tsx'

const TENTHS = { min: 0.1, max: 100, step: 0.1 }

describe('a coefficient’s field', () => {
  it.each([
    ['3', 3],
    ['3,25', 3.25],
    ['3.25', 3.25],
    [' 3,50 ', 3.5],
    ['3,', 3],
    ['1,2000', 1.2],
    ['0,01', 0.01],
    ['100', 100],
  ])('reads « %s » as %f', (written, value) => {
    expect(readDecimal(written, COEFFICIENT_SCALE)).toEqual({ value, error: null })
  })

  it.each([
    ['', 'Écris un nombre.'],
    ['   ', 'Écris un nombre.'],
    ['trois', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['1e3', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['0x10', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['1,2,3', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['Infinity', 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['9'.repeat(40), 'Ce n’est pas un nombre. Écris par exemple 3,25.'],
    ['-1', 'Pas moins de 0,01.'],
    ['0', 'Pas moins de 0,01.'],
    ['0,009', 'Pas moins de 0,01.'],
    ['100,01', 'Pas plus de 100,00.'],
    ['1,234', '2\u00a0décimales au plus.'],
  ])('refuses « %s »: %s', (written, error) => {
    expect(readDecimal(written, COEFFICIENT_SCALE)).toEqual({ value: null, error })
  })

  it.each([
    ['3,00', 1, COEFFICIENT_SCALE, 3.01],
    ['0,29', -1, COEFFICIENT_SCALE, 0.28],
    ['1,15', 1, COEFFICIENT_SCALE, 1.16],
    ['0,01', -1, COEFFICIENT_SCALE, 0.01],
    ['100', 1, COEFFICIENT_SCALE, 100],
    ['4', -1, TENTHS, 3.9],
    ['rien', 1, TENTHS, null],
  ] as const)('goes from « %s » by %i to %s', (written, direction, scale, value) => {
    expect(stepped(written, direction, scale)).toBe(value)
  })

  it('has one decimal where the scale is of tenths', () => {
    expect(readDecimal('1,25', TENTHS).error).toBe('1\u00a0décimale au plus.')
  })
})
