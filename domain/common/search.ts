/** Letters that Unicode does not decompose, in their spelling on a French keyboard. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
}

/** Normalises a name or query for comparison: trimmed, lower case, without accents, single spaces (spec section 5). */
export function normaliseSearch(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[æœøłđðþßı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
}

/** Returns whether a name contains the query, ignoring case and accents; every name contains an empty query (spec section 5). */
export function matchesSearch(name: string, query: string): boolean {
  return normaliseSearch(name).includes(normaliseSearch(query))
}
