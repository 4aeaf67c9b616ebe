import { normaliseSearch } from '@tribune/domain/search.ts'

/** Lineups say "R. Poulain", statistics "Rémi Poulain", events either: only the last word is common to all. */
export function surnameOf(name: string): string {
  return normaliseSearch(name).split(' ').at(-1) ?? ''
}

/** First letter and last word, "r poulain": what the short and the full form of one name share. */
export function initialledName(name: string): string {
  return `${normaliseSearch(name).charAt(0)} ${surnameOf(name)}`
}

export function isSameName(a: string, b: string): boolean {
  return normaliseSearch(a) === normaliseSearch(b)
}
