import { isDatabaseAway } from './pool.ts'

/**
 * Applies items together or, if the database refuses that, one by one, so that a bad item does not stop the others. Returns the result of each call
 * that succeeded. Rejects if the database is away.
 * @param apply One transaction: it changes nothing if it rejects.
 * @param onRefused Called with each item that the database refuses by itself.
 */
export async function togetherOrAlone<Item, Result>(
  items: readonly Item[],
  apply: (items: readonly Item[]) => Promise<Result>,
  onRefused: (item: Item, error: unknown) => void,
): Promise<Result[]> {
  try {
    return [await apply(items)]
  } catch (error) {
    const [first, ...others] = items
    if (isDatabaseAway(error) || first === undefined) throw error
    if (others.length === 0) {
      onRefused(first, error)
      return []
    }
  }
  const results: Result[] = []
  for (const item of items) results.push(...(await togetherOrAlone([item], apply, onRefused)))
  return results
}
