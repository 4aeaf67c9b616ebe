import { normaliseSearch } from '@tribune/domain/common/search.ts'

/** Writes a name as its words alone, without accents, case or punctuation: « N’Golo Traoré » is `n golo traore`. Empty if nothing is left. */
export function nameKey(name: string): string {
  return normaliseSearch(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Writes a name as an address has it: « N’Golo Traoré » is `n-golo-traore` (spec section 2, `/{name}-analysis`). */
export function nameInAddress(name: string): string {
  return nameKey(name).replaceAll(' ', '-')
}
