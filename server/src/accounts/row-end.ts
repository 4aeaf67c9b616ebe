/**
 * Returns the end of a row in the library's table of verifications, by the machine's clock and not the injected one: the library itself compares
 * it with `new Date()` when it consumes a row, and deletes every ended row when it looks for one. A row that must end by the injected clock
 * also has its end in its value, and our code checks it.
 */
export function rowEnd(lifeS: number): Date {
  return new Date(Date.now() + lifeS * 1_000)
}
