/** Characters without a shape of their own: controls, bidirectional and zero-width marks, halves of surrogate pairs, private and unassigned ones. */
const SHAPELESS = /[\p{C}\p{Default_Ignorable_Code_Point}\uFFFD]/gu
/** Blanks of any width or direction, line breaks included, and the Braille blank, which looks like one. */
const BLANKS = /[\t-\r\p{Z}\u0085\u2800]+/gu
/** Marks above or below a letter: no language stacks more than three, and a mark needs a letter before it. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu
const LEADING_MARKS = /^[\p{M} ]+/u
/** Most characters that cleaning removes for each one that it leaves; text beyond that is not read. */
const READ_PER_CHARACTER = 4

/**
 * Cleans a text from outside, such as a name of the feed, so that it can be stored, compared and shown in one line: composed (NFC), blanks folded
 * to one space, trimmed, without characters that have no shape, and of at most `maxLength` code points. Returns '' if nothing is left. Never
 * refuses: an odd character is no reason to lose what it belongs to (decisions, "Matches and data").
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
