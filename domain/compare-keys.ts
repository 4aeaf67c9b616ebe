/** Compares two rows of as many numbers, the first that differs deciding: for orders that are told as a list of keys. */
export function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const gap = key - (other[index] ?? 0)
    if (gap !== 0) return gap
  }
  return 0
}
