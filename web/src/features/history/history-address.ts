/** The history as its address tells it: `/history?c=61` for one competition. */
export interface HistoryAddress {
  readonly c?: number
}

/** Keeps of an address a number that a competition may have; anything else is dropped without a word. */
export function readHistoryAddress({ c }: Readonly<Record<string, unknown>>): HistoryAddress {
  return typeof c === 'number' && Number.isSafeInteger(c) && c > 0 ? { c } : {}
}
