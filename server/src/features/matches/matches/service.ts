import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { App } from '../../../context.ts'
import { currentMatches } from './queries.ts'

/** Kick-offs of the matches that fans open now: until their results have been read, in ms before and after this moment. */
const BEFORE_MS = 24 * HOUR_MS
const AFTER_MS = 3 * HOUR_MS
const MAX_AGE_MS = MINUTE_MS / 4
/** More than any day has. */
const MAX_MATCHES = 2_000

/** The matches whose screens are always answered, because crowds open them: those with an open vote, and those of about a day. */
export class CurrentMatches {
  readonly #app: Pick<App, 'db' | 'clock'>
  #readAt = Number.NEGATIVE_INFINITY
  #ids: Promise<ReadonlySet<number>> = Promise.resolve(new Set<number>())

  constructor(app: Pick<App, 'db' | 'clock'>) {
    this.#app = app
  }

  async has(id: number): Promise<boolean> {
    const now = this.#app.clock.now().getTime()
    if (Math.abs(now - this.#readAt) > MAX_AGE_MS) {
      this.#readAt = now
      const ids = currentMatches(this.#app.db, new Date(now - BEFORE_MS), new Date(now + AFTER_MS), MAX_MATCHES)
      // Until they can be read, those of before.
      const before = this.#ids
      this.#ids = ids.then((read) => new Set(read)).catch(() => before)
    }
    return (await this.#ids).has(id)
  }
}
