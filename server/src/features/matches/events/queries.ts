import type { ReportedEvent } from '@tribune/domain/matches/events.ts'
import { sql } from 'kysely'
import { anyOf } from '../../../infra/database/any-of.ts'
import type { Db } from '../../../infra/database/pool.ts'

/** The feed's list of events of a match. */
export interface EventList {
  readonly match_id: number
  readonly events: readonly ReportedEvent[]
}

/** Selects the stored lists of these matches. */
export function storedEvents(db: Db, matchIds: readonly number[]): Promise<EventList[]> {
  return db.selectFrom('match_events').selectAll().where('match_id', '=', anyOf(matchIds)).execute()
}

/** Replaces the lists of these matches, which the caller must have locked. Returns the ids of those that differ from the stored ones. */
export async function saveEvents(db: Db, lists: readonly EventList[]): Promise<number[]> {
  if (lists.length === 0) return []
  const { rows } = await sql<{ match_id: number }>`
    INSERT INTO match_events AS e (match_id, events)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) AS r (match_id bigint, events jsonb) ORDER BY match_id
    ON CONFLICT (match_id) DO UPDATE SET events = excluded.events WHERE e.events <> excluded.events
    RETURNING match_id`.execute(db)
  return rows.map(({ match_id }) => match_id)
}
