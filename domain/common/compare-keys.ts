/** Compares two lists of sort keys of the same length, first key first. A comparator for `sort`: negative when `one` comes first. */
export function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const gap = key - (other[index] ?? 0)
    if (gap !== 0) return gap
  }
  return 0
}
