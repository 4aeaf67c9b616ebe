/** Rows that one statement of a long deletion takes: nobody waits long for it. */
export const ROWS_AT_ONCE = 5_000

/** Deletes part after part until one is not full. `part` tells how many rows it took, {@link ROWS_AT_ONCE} at most. */
export async function inParts(part: () => Promise<{ readonly numAffectedRows?: bigint }>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await part()
    if (Number(numAffectedRows) < ROWS_AT_ONCE) return
  }
}
