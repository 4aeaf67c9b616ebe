import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { replacesEvents } from '@tribune/domain/matches/events.ts'
import type { FeedMatch } from '@tribune/football/feed.ts'
import type { App } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { currentMatches, saveEvents, storedEvents } from './queries.ts'

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

/** Stores the lists of events that observations have, in the transaction that applies these. Returns the ids of matches whose list changed. */
export async function ingestEvents(tx: Db, matches: readonly FeedMatch[]): Promise<number[]> {
  const reported = matches.flatMap(({ id, events, homeScore, awayScore }) =>
    events === undefined ? [] : [{ match_id: id, events, score: { home: homeScore, away: awayScore } }],
  )
  const emptied = reported.filter(({ events }) => events.length === 0).map(({ match_id }) => match_id)
  const stored = new Map((await storedEvents(tx, emptied)).map(({ match_id, events }) => [match_id, events]))
  const news = reported.filter(({ match_id, events, score }) => {
    const before = stored.get(match_id)
    return events.length > 0 || (before !== undefined && replacesEvents(events, before, score))
  })
  return saveEvents(
    tx,
    news.map(({ match_id, events }) => ({ match_id, events })),
  )
}
