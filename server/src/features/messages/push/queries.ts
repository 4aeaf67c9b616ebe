import type { NotificationKind, NotificationSettings, SubscriptionKind } from '@tribune/domain/messages/notification.ts'
import { sql } from 'kysely'
import { lockFan } from '../../../accounts/queries.ts'
import type { Db } from '../../../infra/database/pool.ts'

/** A subscription whose failures are forgotten. */
const WITHOUT_FAILURES = { failures: 0, unanswered: 0, unanswered_since: null }

/** Selects a fan's subscriptions, oldest first. */
export function subscriptionsOf(db: Db, fanId: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', sql<SubscriptionKind>`kind`.as('kind'), 'endpoint', 'created_at', 'last_success_at'])
    .where('user_id', '=', fanId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
export type SubscriptionRow = Awaited<ReturnType<typeof subscriptionsOf>>[number]

/** Selects the messages to a fan's devices that are still stored, newest first. */
export function messagesTo(db: Db, fanId: string, limit: number) {
  return db
    .selectFrom('push_messages as m')
    .innerJoin('push_occasions as o', 'o.id', 'm.occasion_id')
    .select([sql<NotificationKind>`o.kind`.as('kind'), 'o.match_id', 'm.created_at', 'm.outcome'])
    .where('m.user_id', '=', fanId)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.occasion_id', 'desc')
    .limit(limit)
    .execute()
}
export type MessageRow = Awaited<ReturnType<typeof messagesTo>>[number]

export interface NewSubscription {
  readonly kind: SubscriptionKind
  readonly endpoint: string
  readonly endpoint_hash: Buffer
  readonly p256dh: Buffer | null
  readonly auth: Buffer | null
}

/** A fan, and the session that a subscription ends with. */
export interface Subscriber {
  readonly id: string
  readonly sessionId: string
}

/**
 * Adds a subscription, or renews the fan's own, and returns its id. Deletes another fan's subscription with the same address and keys: the browser
 * is now this fan's. If the keys differ, that subscription stays and the result is null: the caller has only learnt the address. Deletes the fan's
 * oldest subscriptions beyond `max`. The caller must have locked the fan.
 */
export async function saveSubscription(
  db: Db,
  { id: fanId, sessionId }: Subscriber,
  added: NewSubscription,
  now: Date,
  max: number,
): Promise<string | null> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint_hash', '=', added.endpoint_hash)
    .where('user_id', '<>', fanId)
    .where('p256dh', 'is not distinct from', added.p256dh)
    .where('auth', 'is not distinct from', added.auth)
    .execute()
  const saved = await db
    .insertInto('push_subscriptions')
    .values({ ...added, user_id: fanId, session_id: sessionId, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('endpoint_hash')
        .doUpdateSet({ session_id: sessionId, p256dh: added.p256dh, auth: added.auth, ...WITHOUT_FAILURES })
        .where('push_subscriptions.user_id', '=', fanId),
    )
    .returning('id')
    .executeTakeFirst()
  if (saved === undefined) return null
  const { id } = saved
  await sql`
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${fanId} AND id <> ${id} ORDER BY created_at DESC, id DESC OFFSET ${max - 1}
      FOR UPDATE SKIP LOCKED
    )`.execute(db)
  return id
}

/**
 * Gives a browser's subscription another address and other keys. Its fan and its id stay the same. Deletes the subscription instead if the new
 * address has been added in the interim. Returns false if neither the old address with this secret nor the new one is stored.
 */
export async function moveSubscription(
  db: Db,
  old: Pick<NewSubscription, 'endpoint_hash' | 'auth'>,
  to: NewSubscription,
): Promise<boolean> {
  const find = () =>
    db
      .selectFrom('push_subscriptions')
      .select(['id', 'user_id'])
      .where('endpoint_hash', '=', old.endpoint_hash)
      .where('auth', '=', old.auth)
      .executeTakeFirst()
  const theirs = await find()
  if (theirs !== undefined) await lockFan(db, theirs.user_id)
  const there = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'auth'])
    .where('endpoint_hash', '=', to.endpoint_hash)
    .executeTakeFirst()
  const mine = theirs === undefined ? undefined : await find()
  // An earlier attempt, whose answer was lost, or one of the same browser's page.
  if (mine === undefined) return there !== undefined && to.auth !== null && there.auth?.equals(to.auth) === true
  if (there !== undefined && there.id !== mine.id) {
    await db.deleteFrom('push_subscriptions').where('id', '=', mine.id).execute()
  } else {
    await db
      .updateTable('push_subscriptions')
      .set({ ...to, ...WITHOUT_FAILURES })
      .where('id', '=', mine.id)
      .execute()
  }
  return true
}

/** Deletes a fan's subscription. Returns whether there was one. A browser that still has its own adds it again (`keepSubscribed` of the web app). */
export async function deleteSubscription(db: Db, fanId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', fanId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Selects a fan's settings; `undefined` if they have chosen none. */
export function settingsOf(db: Db, fanId: string): Promise<NotificationSettings | undefined> {
  return db
    .selectFrom('push_settings')
    .select(['opening', 'reminder', 'result', 'spoilers', 'quiet_from', 'quiet_until', 'time_zone', 'max_a_day'])
    .where('user_id', '=', fanId)
    .executeTakeFirst()
}

/** Stores the settings that a fan changes, starting from `defaults` if they have chosen none, and for each kind that they turn on again, since when. */
export async function saveSettings(
  db: Db,
  fanId: string,
  change: Partial<NotificationSettings>,
  defaults: NotificationSettings,
  now: Date,
): Promise<void> {
  const since = (kind: NotificationKind) => {
    const [was, since] = [sql.ref(`push_settings.${kind}`), sql.ref(`push_settings.${kind}_since`)]
    const isOn = change[kind] === true
    return sql<Date | null>`CASE WHEN ${isOn} AND NOT ${was} THEN ${now}::timestamptz ELSE ${since} END`
  }
  const kinds = { opening_since: since('opening'), reminder_since: since('reminder'), result_since: since('result') }
  await db
    .insertInto('push_settings')
    .values({ ...defaults, ...change, user_id: fanId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...change, ...kinds }))
    .execute()
}

/**
 * Turns one kind off for a fan, starting from `defaults` if they have chosen none. Does nothing if their account has ended, or if they have turned the
 * kind on again after `issuedAt`.
 */
export async function turnKindOff(
  db: Db,
  { fanId, kind, issuedAt }: { fanId: string; kind: NotificationKind; issuedAt: Date },
  defaults: NotificationSettings,
): Promise<void> {
  const row = { ...defaults, [kind]: false }
  await db
    .insertInto('push_settings')
    .columns([
      'user_id',
      'opening',
      'reminder',
      'result',
      'spoilers',
      'quiet_from',
      'quiet_until',
      'time_zone',
      'max_a_day',
    ])
    .expression(
      db
        .selectFrom('auth.user')
        .where('id', '=', fanId)
        .forKeyShare()
        .select((select) => [
          'id as user_id',
          select.val(row.opening).as('opening'),
          select.val(row.reminder).as('reminder'),
          select.val(row.result).as('result'),
          select.val(row.spoilers).as('spoilers'),
          select.val(row.quiet_from).as('quiet_from'),
          select.val(row.quiet_until).as('quiet_until'),
          select.val(row.time_zone).as('time_zone'),
          select.val(row.max_a_day).as('max_a_day'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ [kind]: false })
        .where(sql<boolean>`coalesce(${sql.ref(`push_settings.${kind}_since`)} <= ${issuedAt}::timestamptz, true)`),
    )
    .execute()
}
