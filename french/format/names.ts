import { normaliseSearch } from '@tribune/domain/common/search.ts'

/** A player's name where room is short: without the first name or its initial. « M. Diarra » and « Moussa Diarra » are « Diarra ». */
export function familyName(name: string): string {
  return name.trim().replace(/\S+\s+/, '')
}

/**
 * Returns how to write each of the names that are shown together: as its family name, or whole where another one's is the same but for accents and
 * case, which are easily overlooked. « Renan Mendosa » and « G. Mendosa » stay whole. One name shown twice is one player.
 */
export function familyNamesAmong(shown: readonly string[]): (name: string) => string {
  const folded = (name: string) => normaliseSearch(familyName(name))
  return (name) => (shown.some((other) => other !== name && folded(other) === folded(name)) ? name : familyName(name))
}

/** Returns names as a sentence lists them: « Ida », « Ida et Lou », « Ida, Lou et Zoé ». */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} et ${names.at(-1)}`
}
