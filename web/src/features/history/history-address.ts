/** Search parameters of the history: `/history?c=61` filters by one competition. */
export interface HistoryAddress {
  readonly c?: number | undefined
}

/** Parses the competition of an address. Returns undefined for anything else, which makes the router remove it. */
export function readHistoryAddress({ c }: Readonly<Record<string, unknown>>): HistoryAddress {
  return { c: typeof c === 'number' && Number.isSafeInteger(c) && c > 0 ? c : undefined }
}
