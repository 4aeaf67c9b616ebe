/** One part of a seed. The first part is the world's seed; the others identify the value that is drawn. */
export type Key = string | number

/** Hashes keys to 32 bits: FNV-1a, then murmur's finaliser, which spreads neighbouring keys. */
export function hashOf(...keys: readonly Key[]): number {
  const text = keys.join('|')
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Maps keys to a number in [0, 1). */
export function shareOf(...keys: readonly Key[]): number {
  return hashOf(...keys) / 2 ** 32
}

/** Returns element `index` of a list, modulo its length. Throws for an empty list. */
export function at<T>(list: readonly T[], index: number): T {
  const size = list.length
  const item = list[((index % size) + size) % size]
  if (item === undefined) throw new RangeError('empty list')
  return item
}

/** A seeded generator (mulberry32): the same keys always give the same sequence. */
export class Random {
  #state: number

  constructor(...keys: readonly Key[]) {
    this.#state = hashOf(...keys)
  }

  /** Draws a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Draws an integer from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return at(list, Math.floor(this.next() * list.length))
  }

  /** Picks an element with a probability proportional to its weight; `null` if all weights are 0. */
  weighted<T>(list: readonly T[], weight: (item: T) => number): T | null {
    const total = list.reduce((sum, item) => sum + weight(item), 0)
    let left = this.next() * total
    for (const item of list) {
      left -= weight(item)
      if (left < 0) return item
    }
    return null
  }

  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  }

  /** Draws from a Poisson distribution (Knuth). */
  poisson(mean: number): number {
    const limit = Math.exp(-mean)
    let product = this.next()
    let count = 0
    while (product > limit) {
      product *= this.next()
      count += 1
    }
    return count
  }
}
