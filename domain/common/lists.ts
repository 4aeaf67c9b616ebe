/** Groups items by key; keys and items stay in input order. For browsers without `Map.groupBy`. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) push(groups, keyOf(item), item)
  return groups
}

/** Adds an item to the group of a key. */
export function push<Item, Key>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [item])
  else group.push(item)
}

/** Compares two lists of sort keys of the same length, first key first. A comparator for `sort`: negative when `one` comes first. */
export function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const gap = key - (other[index] ?? 0)
    if (gap !== 0) return gap
  }
  return 0
}
