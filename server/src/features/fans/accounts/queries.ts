import { type RawBuilder, sql } from 'kysely'
import { DEVICE_LIFE_DAYS } from '../../../http/device.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf, inParts, ROWS_AT_ONCE } from '../../../infra/database/sql.ts'

export async function countProfiles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('auth.user')
    .select((one) => one.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes a fan's row, and with it their sessions, sign-in methods, and pending links and codes. Returns the address and number that
 * the account had, or undefined if the account does not exist or has already ended.
 */
export async function endAccount(db: Db, fanId: string) {
  const ended = await db
    .deleteFrom('auth.user')
    .where('id', '=', fanId)
    .returning(['email', 'email_verified', 'phone_number'])
    .executeTakeFirst()
  if (ended === undefined) return undefined
  await db
    .deleteFrom('auth.verification')
    .where((where) =>
      where.or([
        where(sql`position(${fanId} in value)`, '>', 0),
        where(sql`position(${JSON.stringify(ended.email)} in value)`, '>', 0),
      ]),
    )
    .execute()
  return ended
}
export type EndedAccount = NonNullable<Awaited<ReturnType<typeof endAccount>>>

/** Reads an account: its row, its sign-in methods, its sessions, newest first; `undefined` once it has ended. */
export async function readAccount(db: Db, fanId: string) {
  const account = await db
    .selectFrom('auth.user')
    .select(['id', 'email', 'email_verified', 'phone_number', 'phone_number_verified', 'name', 'two_factor_enabled'])
    .select(['created_at', 'voting_closed_at', 'voting_closed_reason'])
    .where('id', '=', fanId)
    .executeTakeFirst()
  if (account === undefined) return undefined
  const ways = await db
    .selectFrom('auth.account')
    .select(['provider_id', 'account_id', 'created_at'])
    .where('user_id', '=', fanId)
    .orderBy('created_at')
    .execute()
  const sessions = await db
    .selectFrom('auth.session')
    .select(['created_at', 'expires_at', 'ip_address', 'user_agent', 'amr'])
    .where('user_id', '=', fanId)
    .orderBy('created_at', 'desc')
    .execute()
  return { account, ways, sessions }
}

/** Sessions shown of one fan, the newest. */
const MAX_SESSIONS = 100

export async function sessionsOf(db: Db, fanId: string) {
  return db
    .selectFrom('auth.session')
    .select(['id', 'created_at', 'updated_at', 'user_agent'])
    .where('user_id', '=', fanId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
}

/** Maximum number of sign-in methods listed per account: a provider counts once for each account that the fan has there. */
const MAX_IDENTITIES = 100

export async function identitiesOf(db: Db, fanId: string) {
  return db
    .selectFrom('auth.account')
    .select(['id', 'provider_id', 'account_id', 'created_at'])
    .where('user_id', '=', fanId)
    .orderBy('created_at')
    .limit(MAX_IDENTITIES)
    .execute()
}

/** Removes a provider from a fan's sign-in methods. Returns false if they did not have it. A password does not count as a provider. */
export async function removeIdentity(db: Db, fanId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('auth.account')
    .where('user_id', '=', fanId)
    .where('id', '=', id)
    .where('provider_id', '<>', 'credential')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns whether the second factor is a code that comes to the phone, without an app. */
export async function reliesOnPhone(db: Db, fanId: string): Promise<boolean> {
  const found = await db
    .selectFrom('auth.user as u')
    .innerJoin('auth.two_factor as f', 'f.user_id', 'u.id')
    .select('u.id')
    .where('u.id', '=', fanId)
    .where('u.two_factor_enabled', '=', true)
    .where('f.verified', '=', false)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes a fan's phone. Returns whether there was one. */
export async function clearPhone(db: Db, fanId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth.user')
    .set({ phone_number: null, phone_number_verified: false })
    .where('id', '=', fanId)
    .where('phone_number', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Locks a fan as `lockFan` does, and waits for their new sessions and sign-in methods under way too: two removals at once do not each see the
 * other's method as the one that is left.
 */
export async function lockAccount(db: Db, fanId: string): Promise<void> {
  await db.selectFrom('auth.user').select('id').where('id', '=', fanId).forUpdate().execute()
}

/** Counts an account's sign-in methods: a confirmed address, a phone, each provider and each wallet. */
export async function countMethods(db: Db, fanId: string): Promise<number> {
  const { ways } = await db
    .selectFrom('auth.user as u')
    .select(
      sql<number>`u.email_verified::integer + u.phone_number_verified::integer
        + (SELECT count(*) FROM auth.account a WHERE a.user_id = u.id AND a.provider_id <> 'credential')::integer`.as(
        'ways',
      ),
    )
    .where('u.id', '=', fanId)
    .executeTakeFirstOrThrow()
  return ways
}

/** Ends sessions of a fan: one, all but one, or all; returns their number. */
export async function endSessionsOf(
  db: Db,
  fanId: string,
  which: { readonly only?: string; readonly except?: string },
): Promise<number> {
  let query = db.deleteFrom('auth.session').where('user_id', '=', fanId)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '<>', which.except)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Extends a session that was last renewed at `due` or before to end at `end`. Returns its token, or `null` if there is none to renew: one that
 * ends before `soon` was shortened, and is left to end.
 */
export async function extendSession(
  db: Db,
  id: string,
  times: { readonly now: Date; readonly due: Date; readonly soon: Date; readonly end: Date },
): Promise<string | null> {
  const row = await db
    .updateTable('auth.session')
    .set({ expires_at: times.end, updated_at: times.now })
    .where('id', '=', id)
    .where('updated_at', '<=', times.due)
    .where('expires_at', '>', times.soon)
    .returning('token')
    .executeTakeFirst()
  return row?.token ?? null
}

/** Shortens a session to end at `end` at the latest. */
export async function endSessionSoon(db: Db, id: string, end: Date): Promise<void> {
  await db
    .updateTable('auth.session')
    .set({ expires_at: sql<Date>`least(expires_at, ${end})` })
    .where('id', '=', id)
    .execute()
}

/**
 * Selects and locks accounts without a mailbox. The account that stays confirmed, if several have confirmed one mailbox, comes first. Locks them in the order
 * of ids, as the ledger does.
 */
export async function lockWithoutMailbox(db: Db, adminEmail: string, max: number) {
  await sql`SELECT pg_advisory_xact_lock(hashtext('auth.mailbox'))`.execute(db)
  const withoutMailbox = db
    .selectFrom('auth.user')
    .select('id')
    .where('mailbox', 'is', null)
    .where('email', 'not like', '%@phone.invalid')
    .orderBy(sql`email = ${adminEmail}`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
  const ids = (await withoutMailbox.limit(max).execute()).map(({ id }) => id)
  const locked = await db
    .selectFrom('auth.user')
    .select(['id', 'email'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return locked.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Writes mailboxes; an account whose mailbox another one confirmed before, or earlier in the list, is no longer confirmed. */
export async function storeMailboxes(
  db: Db,
  accounts: readonly { readonly id: string; readonly mailbox: string }[],
): Promise<void> {
  const placed = accounts.map((account, place) => ({ ...account, place }))
  await sql`
    WITH folded AS (
      SELECT id, mailbox, place FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
        AS one (id uuid, mailbox text, place integer)
    ), judged AS (
      SELECT f.id, f.mailbox, u.email_verified
          AND NOT EXISTS (SELECT FROM auth."user" h WHERE h.mailbox = f.mailbox AND h.email_verified)
          AND row_number() OVER (PARTITION BY f.mailbox, u.email_verified ORDER BY f.place) = 1 AS keeps
      FROM folded f JOIN auth."user" u USING (id)
    )
    UPDATE auth."user" u SET mailbox = judged.mailbox, email_verified = judged.keeps FROM judged WHERE u.id = judged.id`.execute(
    db,
  )
}

/** Half-lives after which a count is nothing: less than a hundredth of a call for a thousand of them. */
const FORGOTTEN_COUNT_HALF_LIVES = 14

/** Days after which an account that was never confirmed counts as abandoned. */
const UNCONFIRMED_DAYS = 30

/**
 * Deletes expired sessions, links, codes, locks and counts, and unconfirmed accounts of more than {@link UNCONFIRMED_DAYS} days without a wallet,
 * provider, session or ballot.
 */
export async function forgetEnded(db: Db): Promise<void> {
  const over = sql<boolean>`expires_at < now()`
  await deleteInParts(db, 'session', 'id', over)
  await deleteInParts(db, 'verification', 'id', over)
  await deleteInParts(db, 'attempt', 'key', sql<boolean>`expire < extract(epoch FROM now()) * 1000`)
  await deleteInParts(
    db,
    'known_device',
    'ctid',
    sql<boolean>`seen_at < now() - make_interval(days => ${DEVICE_LIFE_DAYS})`,
  )
  await deleteInParts(
    db,
    'made_lately',
    'key',
    sql<boolean>`counted_at < now() - make_interval(secs => ${FORGOTTEN_COUNT_HALF_LIVES} * half_life_s)`,
  )
  await deleteInParts(
    db,
    'user',
    'id',
    sql<boolean>`NOT email_verified AND NOT phone_number_verified AND created_at < now() - make_interval(days => ${UNCONFIRMED_DAYS})
      AND NOT EXISTS (SELECT FROM auth.account a WHERE a.user_id = ended.id AND a.provider_id <> 'credential')
      AND NOT EXISTS (SELECT FROM auth.session s WHERE s.user_id = ended.id)
      AND NOT EXISTS (SELECT FROM votes v WHERE v.bucket = ballot_bucket(ended.id) AND v.user_id = ended.id)
      AND NOT EXISTS (SELECT FROM earlier_votes v WHERE v.user_id = ended.id)`,
  )
}

/** Deletes expired rows. Skips a row that is being changed, because its new state, such as a confirmed account, may not be expired. */
async function deleteInParts(db: Db, name: string, key: string, isOver: RawBuilder<boolean>): Promise<void> {
  const [table, id] = [sql.id('auth', name), sql.id(key)]
  await inParts(() =>
    sql`DELETE FROM ${table} WHERE ${id} IN (
        SELECT ended.${id} FROM ${table} ended WHERE ${isOver} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(
      db,
    ),
  )
}

/** A sealed text of a row, and where it stands. */
export interface SealedText {
  readonly table: 'two_factor' | 'jwks'
  readonly column: 'secret' | 'backup_codes' | 'private_key'
  readonly id: string
  readonly sealed: string
}

const SEALED_COLUMNS = [
  { table: 'two_factor', column: 'secret' },
  { table: 'two_factor', column: 'backup_codes' },
  { table: 'jwks', column: 'private_key' },
] as const

/**
 * Yields sealed texts that the newest secret did not seal, in parts, each row once.
 * @param newest Prefix of texts that the newest secret sealed.
 */
export async function* sealedByOlder(db: Db, newest: string): AsyncGenerator<SealedText> {
  for (const { table, column } of SEALED_COLUMNS) {
    const [from, text] = [sql.id('auth', table), sql.id(column)]
    let after: string | null = null
    do {
      const { rows }: { rows: { id: string; sealed: string }[] } = await sql<{ id: string; sealed: string }>`
        SELECT id, ${text} AS sealed FROM ${from}
        WHERE NOT starts_with(ltrim(${text}, '"'), ${newest}) AND (${after}::uuid IS NULL OR id > ${after})
        ORDER BY id LIMIT ${ROWS_AT_ONCE}`.execute(db)
      for (const row of rows) yield { table, column, ...row }
      after = rows.length === ROWS_AT_ONCE ? (rows.at(-1)?.id ?? null) : null
    } while (after !== null)
  }
}

/** Writes a text that was sealed again, unless the stored text has changed since it was read. */
export async function writeSealed(db: Db, { table, column, id, sealed }: SealedText, resealed: string): Promise<void> {
  const text = sql.id(column)
  await sql`UPDATE ${sql.id('auth', table)} SET ${text} = ${resealed} WHERE id = ${id} AND ${text} = ${sealed}`.execute(
    db,
  )
}

/** Stores a password hash, replacing any current one. */
export async function storePassword(db: Db, fanId: string, hash: string): Promise<void> {
  await db
    .insertInto('auth.account')
    .values({ user_id: fanId, provider_id: 'credential', account_id: fanId, password: hash })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: sql<Date>`now()` }),
    )
    .execute()
}
