/** State of the backfill: a new installation's history is filled in behind its first visitors (docs/decisions/037). */
export class Backfill {
  /** Whether totals and past days are still incomplete. */
  underWay = false
  #last: Promise<unknown> = Promise.resolve()

  /** The field that marks answers with incomplete totals or days. */
  get note(): { filling?: true } {
    return this.underWay ? { filling: true } : {}
  }

  /**
   * Runs `work` after all earlier work has ended. Backfill and publication take turns, so that no past match is published between its first
   * row and its ballots.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }
}
