import { IDENTITY_PROVIDERS } from '@tribune/contract/accounts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'

/** Key that identifies one account exactly. */
export type Wanted = { readonly id: string } | { readonly email: string } | { readonly phone: string }

/** Deletes the second factor of an account. Returns whether it had one. */
export async function deleteSecondFactor(db: Db, fanId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('auth.two_factor').where('user_id', '=', fanId).executeTakeFirst()
  await db.updateTable('auth.user').set({ two_factor_enabled: false }).where('id', '=', fanId).execute()
  return numDeletedRows > 0n
}

/** Selects the one account that matches exactly. */
export async function accountOf(db: Db, wanted: Wanted) {
  let query = db
    .selectFrom('auth.user as u')
    .select([
      'u.id',
      'u.email',
      'u.email_verified',
      'u.phone_number',
      'u.phone_number_verified',
      'u.two_factor_enabled',
      'u.created_at',
      'u.voting_closed_at',
      'u.voting_closed_reason',
    ])
    .select((one) =>
      one
        .exists(
          one
            .selectFrom('auth.account as a')
            .select(sql`1`.as('one'))
            .whereRef('a.user_id', '=', 'u.id')
            .where('a.provider_id', '=', anyOf(IDENTITY_PROVIDERS)),
        )
        .as('vouched_for'),
    )
  if ('id' in wanted) query = query.where('u.id', '=', wanted.id)
  else if ('email' in wanted) query = query.where('u.email', '=', wanted.email)
  else query = query.where('u.phone_number', '=', wanted.phone)
  return query.executeTakeFirst()
}
export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountOf>>>

/** Selects the state of a fan's right to vote. The caller must have locked the fan. */
export function votingRightOf(db: Db, fanId: string) {
  return db
    .selectFrom('auth.user')
    .select(['voting_closed_at', 'voting_closed_reason'])
    .where('id', '=', fanId)
    .executeTakeFirstOrThrow()
}

/** Closes a fan's right to vote, or opens it with nulls. */
export async function writeVotingRight(db: Db, fanId: string, at: Date | null, reason: string | null): Promise<void> {
  await db
    .updateTable('auth.user')
    .set({ voting_closed_at: at, voting_closed_reason: reason })
    .where('id', '=', fanId)
    .execute()
}
