import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clubCodes, distinctNames } from './club-names.ts'
import { familyName, familyNamesAmong } from './names.ts'
import { withSoftHyphens } from './soft-hyphens.ts'

test.each([
  ['Moussa Diarra', 'Diarra'],
  ['M. Diarra', 'Diarra'],
  ['Kévin Da Silva', 'Da Silva'],
  ['Léozinho', 'Léozinho'],
  ['  Jules  Petit ', 'Petit'],
])('%s is « %s » where room is short', (name, short) => {
  expect(familyName(name)).toBe(short)
})

describe('names shown together', () => {
  it.each([
    { case: 'that differ', shown: ['Moussa Diarra', 'M. Costa', 'Léozinho'], short: ['Diarra', 'Costa', 'Léozinho'] },
    {
      case: 'of two namesakes',
      shown: ['Renan Mendosa', 'Moussa Diarra', 'G. Mendosa'],
      short: ['Renan Mendosa', 'Diarra', 'G. Mendosa'],
    },
    { case: 'of which one has no first name', shown: ['Silva', 'Jô Silva'], short: ['Silva', 'Jô Silva'] },
    { case: 'that differ in accents', shown: ['T. Etienne', 'S. Étienne'], short: ['T. Etienne', 'S. Étienne'] },
    { case: 'that differ in case', shown: ['T. MENDOSA', 'S. Mendosa'], short: ['T. MENDOSA', 'S. Mendosa'] },
    {
      case: 'with a composed and a decomposed letter',
      shown: ['T. \u00c9tienne', 'S. E\u0301tienne'],
      short: ['T. \u00c9tienne', 'S. E\u0301tienne'],
    },
    { case: 'of which one is a part', shown: ['Kévin Da Silva', 'Jô Silva'], short: ['Da Silva', 'Silva'] },
    { case: 'of one player twice', shown: ['Moussa Diarra', 'Moussa Diarra'], short: ['Diarra', 'Diarra'] },
  ])('$case', ({ shown, short }) => {
    expect(shown.map(familyNamesAmong(shown))).toEqual(short)
  })
})

describe('two clubs', () => {
  it.each([
    ['Borussia Mönchengladbach', 'Borussia Dortmund', 'Mönchengladbach', 'Dortmund', 'MÖN', 'DOR'],
    ['Stade Clairmont', 'AS Belleroche', 'Stade Clairmont', 'AS Belleroche', 'CLA', 'BEL'],
    ['Manchester City', 'Manchester United', 'City', 'United', 'CIT', 'UNI'],
    ['Paris FC', 'Paris Saint-Germain', 'Paris FC', 'Saint-Germain', 'PAR', 'SAI'],
    ['Valence', 'Valenciennes', 'Valence', 'Valenciennes', 'VAE', 'VAI'],
    ['Barcelona', 'Barcelona B', 'Barcelona', 'Barcelona B', 'BAR', 'BAB'],
    ['Olympique Lyonnais', 'Olympique de Marseille', 'Lyonnais', 'Marseille', 'LYO', 'MAR'],
    ['Genk', 'Genkou', 'Genk', 'Genkou', 'GEN', 'GEO'],
    ['FC 04', 'FC 05', '04', '05', '04', '05'],
  ])('%s and %s get distinct names and codes', (home, away, homeName, awayName, homeCode, awayCode) => {
    expect(distinctNames(home, away)).toEqual([homeName, awayName])
    expect(clubCodes(home, away)).toEqual([homeCode, awayCode])
  })

  it('never share a code, unless their names have the same letters', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abE cF'), minLength: 1, maxLength: 12 })
    const letters = (text: string) => text.toUpperCase().replace(/[^\p{L}]/gu, '')
    fc.assert(
      fc.property(name, name, (home, away) => {
        fc.pre(letters(home) !== letters(away))
        const [one, other] = clubCodes(home, away)
        expect(one).not.toBe(other)
        for (const code of [one, other]) expect([...code].length).toBeLessThanOrEqual(3)
      }),
      { numRuns: 2_000 },
    )
  })
})

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
