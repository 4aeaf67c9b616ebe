import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clubCodes, distinctNames } from './club-names.ts'

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
