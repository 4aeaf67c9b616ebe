/** The past of a new installation while it is filled in behind the first visitors. */
export class Backfill {
  /** Totals, and days gone by, are not whole yet. */
  underWay = false
  #last: Promise<unknown> = Promise.resolve()

  /** What answers say of it that show such totals or days. */
  get note(): { filling?: true } {
    return this.underWay ? { filling: true } : {}
  }

  /**
   * Runs `work` once all that was given before has ended. Filling and publication take turns: a match of the past is not published between
   * its first row and its ballots.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }
}
