/** The page as its address tells it: `/admin/ballots?match=12`. */
export interface BallotsAddress {
  readonly match?: number | undefined
}

/** Keeps of an address the match that it names. */
export function readBallotsAddress({ match }: Readonly<Record<string, unknown>>): BallotsAddress {
  const id = Number(match)
  return { match: Number.isSafeInteger(id) && id > 0 ? id : undefined }
}
