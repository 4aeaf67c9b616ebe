/** The search parameters of the ranking: `/rankings?q=montemont`, `/rankings?mine=true`. The address omits those that are not set. */
export interface RankingAddress {
  readonly q?: string | undefined
  readonly mine?: true | undefined
  /** A past season, by its id; `useAskedSeason` reads it. */
  readonly season?: number | undefined
}

/** As much of a search as the server takes. */
const LONGEST_SEARCH = 100

/** Keeps of an address what can be asked of the ranking; the rest is dropped without a word: undefined, or the router would leave it there. */
export function readRankingAddress({ q, mine }: Readonly<Record<string, unknown>>): RankingAddress {
  const text = typeof q === 'string' || typeof q === 'number' || typeof q === 'boolean' ? asSearch(String(q)) : ''
  return { q: text || undefined, mine: mine === true || undefined }
}

/** Returns typed text as the search sends it: trimmed, of bounded length, without control characters. */
export function asSearch(typed: string): string {
  return typed
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LONGEST_SEARCH)
    .toWellFormed()
    .trim()
}
