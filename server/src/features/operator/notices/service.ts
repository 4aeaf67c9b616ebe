import type { setNotice } from '@tribune/contract/operator/notices.ts'
import { areNoticeTimesValid } from '@tribune/domain/messages/notice.ts'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Act, journal, refuseChanged } from '../../common/journal/service.ts'
import { presentNotice } from './present.ts'
import { deleteNotice, insertNotice, lockNotice, type StoredNotice } from './queries.ts'

const SUBJECT = 'notice'

/** Replaces the notice to all fans. Refuses `notice_times`, and `changed_meanwhile` if the present one is not the one that was seen. */
export async function replaceNotice(
  app: App,
  act: Act,
  { text, ...sent }: z.output<typeof setNotice.body>,
): Promise<StoredNotice> {
  const now = app.clock.now()
  const times = { starts_at: new Date(sent.starts_at ?? now), ends_at: new Date(sent.ends_at) }
  if (!areNoticeTimesValid(times, now)) throw new Refusal('notice_times')
  const stored = await app.db.transaction().execute(async (tx) => {
    const before = await lockSeen(tx, act)
    await deleteNotice(tx)
    const after = await insertNotice(tx, { text, ...times })
    await journal(app, tx, act, {
      action: 'notice_set',
      subject: SUBJECT,
      before: stateOf(before),
      after: stateOf(after),
    })
    return after
  })
  await app.bus.publish('notice', {})
  return stored
}

/** Removes the notice to all fans. Refuses `not_found`, and `changed_meanwhile` if it is not the one that was seen. */
export async function withdrawNotice(app: App, act: Act): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const before = await lockSeen(tx, act)
    if (before === undefined) throw new Refusal('not_found')
    await deleteNotice(tx)
    await journal(app, tx, act, { action: 'notice_removed', subject: SUBJECT, before: stateOf(before) })
  })
  await app.bus.publish('notice', {})
}

async function lockSeen(tx: Db, act: Act): Promise<StoredNotice | undefined> {
  const notice = await lockNotice(tx)
  const actions = ['notice_set', 'notice_removed'] as const
  await refuseChanged(tx, act, { current: stateOf(notice), subjects: [SUBJECT], actions })
  return notice
}

/** The fields that an act replaces. */
function stateOf(notice: StoredNotice | undefined) {
  if (notice === undefined) return { text: null, starts_at: null, ends_at: null }
  const { id: _, ...state } = presentNotice(notice)
  return state
}
