/** Two clubs in the order in which a derby is stored: the lower id first. */
export type DerbyPair = readonly [low: number, high: number]

/** Returns the pair of two clubs, whichever plays at home; `null` for a club and itself. */
export function derbyPair(one: number, other: number): DerbyPair | null {
  if (one === other) return null
  return one < other ? [one, other] : [other, one]
}

/** Writes a pair as one text, for the subject of a journal entry or a key: `12-345`. */
export function derbyKey([low, high]: DerbyPair): string {
  return `${low}-${high}`
}
