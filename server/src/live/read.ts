import { anyOf } from '../database/any-of.ts'
import type { Db } from '../database/pool.ts'
import { isoOrNull, presentHome } from '../features/matches/present.ts'
import type { HomeRow } from '../features/matches/queries.ts'
import type { LiveChange } from './hub.ts'

/** These matches as they are told: hidden competitions too, for a link to a match stays alive. Of a ranking only when it came out. */
export async function readLive(db: Db, ids: readonly number[]): Promise<LiveChange[]> {
  const rows = await db
    .selectFrom('home_fixtures as h')
    .innerJoin('matches as m', 'm.id', 'h.match_id')
    .selectAll('h')
    .select(['m.votes_open', 'm.votes_close_at', 'm.ranked_at', 'm.published_at'])
    .where('h.match_id', '=', anyOf(ids))
    .orderBy('h.match_id')
    .execute()
  return rows.map(({ votes_open, votes_close_at, ranked_at, published_at, ...row }) => ({
    match: presentHome(row as HomeRow),
    votes_open,
    votes_close_at: isoOrNull(votes_close_at),
    result_at: published_at === null ? null : isoOrNull(ranked_at),
    listed: row.enabled === true,
  }))
}
