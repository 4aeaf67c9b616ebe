/** Rows per statement of a long deletion, so that it never blocks others for long. */
export const ROWS_AT_ONCE = 5_000

/** Repeats a deletion of up to {@link ROWS_AT_ONCE} rows until it deletes fewer. */
export async function inParts(deletePart: () => Promise<{ readonly numAffectedRows?: bigint }>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await deletePart()
    if (Number(numAffectedRows) < ROWS_AT_ONCE) return
  }
}
