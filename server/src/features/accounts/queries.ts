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

/** Deletes a fan's row, and with it his sessions and ways in, and every link or code that was on its way to him. */
export async function endAccount(
  db: Db,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await db
    .deleteFrom('auth.verification')
    .where((where) => where.or([where('value', '=', id), where(sql`position(${email} in value)`, '>', 0)]))
    .execute()
  await db.deleteFrom('auth.user').where('id', '=', id).execute()
}

/** What an account is made of: its row, its ways in, its sessions, newest first. */
export async function readAccount(db: Db, fanId: string) {
  const account = await db
    .selectFrom('auth.user')
    .select(['id', 'email', 'email_verified', 'created_at'])
    .where('id', '=', fanId)
    .executeTakeFirstOrThrow()
  const ways = await db
    .selectFrom('auth.account')
    .select(['provider_id', 'created_at'])
    .where('user_id', '=', fanId)
    .orderBy('created_at')
    .execute()
  const sessions = await db
    .selectFrom('auth.session')
    .select(['created_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', fanId)
    .orderBy('created_at', 'desc')
    .execute()
  return { account, ways, sessions }
}
