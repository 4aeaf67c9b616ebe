import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withSoftHyphens } from './soft-hyphens.ts'

const SOFT = /\u00ad/g

describe('a name with soft hyphens', () => {
  it.each([
    ['Borussia Mönchengladbach', 'Borussia Mön-chen-glad-bach'],
    ['Wolverhampton Wanderers', 'Wol-ver-hampton Wanderers'],
    ['AS Belleroche', 'AS Bel-leroche'],
    ['Saint-Étienne', 'Saint-Étienne'],
    ['Olympique Lyonnais', 'Olympique Lyonnais'],
    ['Villefranche-sur-Saône', 'Vil-lefranche-sur-Saône'],
    ['Bcdfghjklmnpqrst', 'Bcdfghjkl-mnpqrst'],
    ['', ''],
  ])('breaks %s only between syllables of its long words', (name, broken) => {
    expect(withSoftHyphens(name).replace(SOFT, '-')).toBe(broken)
  })

  it('is the same name without its soft hyphens, in parts of eleven letters at most', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcdehinorstuézß -’Ж'), maxLength: 60 })
    fc.assert(
      fc.property(name, (text) => {
        const soft = withSoftHyphens(text)
        expect(soft.replace(SOFT, '')).toBe(text.normalize('NFC'))
        for (const word of soft.split(/[^\p{L}\u00ad]+/u).filter((one) => one.includes('\u00ad'))) {
          for (const part of word.split('\u00ad')) {
            expect(part.length).toBeGreaterThan(0)
            expect(part.length).toBeLessThanOrEqual(11)
          }
        }
      }),
    )
  })
})
