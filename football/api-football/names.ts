import { normaliseSearch } from '@tribune/domain/common/search.ts'

/** Returns the last word of a name, '' of none: lineups have "R. Poulain", statistics "Rémi Poulain", events either. */
export function surnameOf(name: string): string {
  return normaliseSearch(name).split(' ').at(-1) ?? ''
}

/** Returns the first letter and last word of a name, "r poulain", which its short and full forms share. */
export function initialledName(name: string): string {
  const surname = surnameOf(name)
  return surname === '' ? '' : `${normaliseSearch(name).charAt(0)} ${surname}`
}

export function isSameName(a: string, b: string): boolean {
  return normaliseSearch(a) === normaliseSearch(b)
}
