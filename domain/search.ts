/** Letters that Unicode does not take apart, as a French keyboard types them. */
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

/** The form in which names and queries are compared: trimmed, lower case, without accents, single spaces (spec section 5). */
export function normaliseSearch(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[æœøłđðþßı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
}

/** Whether a name contains the query, case and accents forgiven; an empty query is in every name (spec section 5). */
export function matchesSearch(name: string, query: string): boolean {
  return normaliseSearch(name).includes(normaliseSearch(query))
}
