import { sql } from 'kysely'
import type { Db } from '../../database/pool.ts'

/** What a fan has earned: experience, and complete ballots. */
export interface Earned {
  readonly xp: number
  readonly vote_count: number
}

export async function readEarned(db: Db, fanId: string): Promise<Earned> {
  return db
    .selectFrom('votes')
    .select([
      sql<number>`coalesce(sum(xp), 0)::integer`.as('xp'),
      sql<number>`(count(*) FILTER (WHERE complete))::integer`.as('vote_count'),
    ])
    .where('user_id', '=', fanId)
    .executeTakeFirstOrThrow()
}

export async function countProfiles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('user_profiles')
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
