import { replacesEvents } from '@tribune/domain/matches/events.ts'
import type { FeedMatch } from '@tribune/football/feed.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { saveEvents, storedEvents } from './queries.ts'

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
