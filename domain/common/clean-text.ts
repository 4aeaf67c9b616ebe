/**
 * Characters without a visible glyph: controls, bidirectional and zero-width marks, lone surrogates, private-use and unassigned characters. Includes
 * the replacement character, which shows only that the text was damaged.
 */
const SHAPELESS = /[\p{C}\p{Default_Ignorable_Code_Point}\uFFFD]/gu
/** Horizontal and vertical whitespace of any width, line breaks included, and the Braille blank, which looks like a space. */
const BLANKS = /[\t-\r\p{Z}\u0085\u2800]+/gu
/** Combining marks after the third in a row: no language stacks more on one letter. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu
/** Combining marks at the start, where they have no letter to combine with, and spaces. */
const LEADING_MARKS = /^[\p{M} ]+/u
/** Characters read for each one that may be left after cleaning. The rest of a longer text is ignored. */
const READ_PER_CHARACTER = 4

/**
 * Cleans an external text, such as a name from the feed, so that it can be stored, compared and shown on one line. Removes characters without a
 * visible glyph, composes the text (NFC), collapses whitespace, trims it, and truncates it to `maxLength` code points. Returns '' if nothing is left.
 * Never throws: an odd character is no reason to lose the record that it belongs to (decisions, "Matches and data").
 */
export function cleanText(text: string, maxLength: number): string {
  const cleaned = text
    .slice(0, READ_PER_CHARACTER * maxLength)
    .replace(BLANKS, ' ')
    .replace(SHAPELESS, '')
    .normalize('NFC')
    .replace(STACKED_MARKS, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(LEADING_MARKS, '')
  return Array.from(cleaned).slice(0, maxLength).join('').trimEnd()
}
