import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

describe('a text from outside', () => {
  test.each<[what: string, text: string, cleaned: string]>([
    ['plain', 'Kylian Mbappé', 'Kylian Mbappé'],
    ['half a surrogate pair', 'Ola Nilsson\ud83d', 'Ola Nilsson'],
    ['the other half, first', '\udc4dOla', 'Ola'],
    ['a whole pair, which stays', 'Ola 𝒩', 'Ola 𝒩'],
    ['NUL', 'A\u0000B', 'AB'],
    ['other control characters', '\u0007Axel\u001b\u009f', 'Axel'],
    ['line breaks, tabs and wide blanks', ' Axel\r\n\tRivoal\u2003\u00a0II ', 'Axel Rivoal II'],
    ['bidirectional controls', '\u202eAxel\u202c \u2067Rivoal\u2069', 'Axel Rivoal'],
    ['zero-width characters', 'A\u200bx\u200de\ufeffl\u00ad', 'Axel'],
    ['a blank around them', 'Axel \u200b Rivoal', 'Axel Rivoal'],
    ['invisible letters', '\u3164\u115f\u2800', ''],
    ['a replacement character', 'M\ufffdller', 'Mller'],
    ['a decomposed accent', 'E\u0301tienne', 'Étienne'],
    ['a tower of marks', `e${'\u0332'.repeat(40)}`, 'e\u0332\u0332\u0332'],
    ['marks without a letter', '\u0301\u0301 Axel', 'Axel'],
    ['nothing that is visible', '\ud800\u0000\u200b \n', ''],
    ['an apostrophe, a hyphen, a dot', "N'Golo Saint-Just Jr.", "N'Golo Saint-Just Jr."],
    ['a language that joins its letters', 'مهدي طارمي', 'مهدي طارمي'],
  ])('with %s', (_what, text, cleaned) => {
    expect(cleanText(text, 120)).toBe(cleaned)
  })

  test('is cut between two characters, never within one', () => {
    expect(cleanText('😀'.repeat(9), 4)).toBe('😀😀😀😀')
    expect(cleanText('a bc', 2)).toBe('a')
  })

  test('is cut after it is cleaned', () => {
    expect(cleanText(`${'\u200b'.repeat(30)}Axel`, 12)).toBe('Axel')
  })
})

/** Any sequence of UTF-16 units, halves of pairs and controls included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => {
  return String.fromCharCode(...units)
})

test('any text becomes one line of composed characters that a second cleaning does not change', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, max) => {
      const cleaned = cleanText(text, max)
      expect(cleaned.isWellFormed()).toBe(true)
      expect(cleaned).not.toMatch(/\p{Cc}|\p{Cf}|\s\s|^\s|\s$/u)
      expect(Array.from(cleaned).length).toBeLessThanOrEqual(max)
      expect(cleaned.normalize('NFC')).toBe(cleaned)
      expect(cleanText(cleaned, max)).toBe(cleaned)
    }),
  )
})
