import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesSearch, normaliseSearch } from './search.ts'

describe('a search', () => {
  it.each([
    ['Théo Brévalan', 'brev', true],
    ['Théo Brévalan', '  BRÉV ', true],
    ['Theo Brevalan', 'théo', true],
    ['Théo Brévalan', 'théo  brév', true],
    ['Théo Brévalan', 'brévalan théo', false],
    ['Søren Ødemark', 'odem', true],
    ['Łukasz Wąż', 'lukasz waz', true],
    ['Œuvrard', 'oeuv', true],
    ['Aslı Işık', 'ISIK', true],
    ['Weißhaupt', 'weiss', true],
    ['Théo Brévalan', '', true],
    ['Théo Brévalan', '   ', true],
    ['Théo Brévalan', 'x', false],
    ['Théo Brévalan', '.*', false],
  ])('in %j for %j: %s', (name, query, found) => {
    expect(matchesSearch(name, query)).toBe(found)
  })

  it('finds every name by any part of it, in upper or lower case', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcéèçñüœøłß -'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(name, fc.nat({ max: 20 }), fc.nat({ max: 20 }), (text, start, length) => {
        const part = text.slice(start, start + length)
        expect(matchesSearch(text, part)).toBe(true)
        expect(matchesSearch(text.toUpperCase(), part)).toBe(true)
      }),
    )
  })

  it('leaves a normalised text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const normal = normaliseSearch(text)
        expect(normaliseSearch(normal)).toBe(normal)
      }),
    )
  })
})
