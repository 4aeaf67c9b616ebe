import {
  getNotice,
  getOperatorNotice,
  type OperatorNotice,
  removeNotice,
  setNotice,
} from '@tribune/contract/notices.ts'
import { areNoticeTimesValid, isNoticeShown } from '@tribune/domain/messages/notice.ts'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Act, actOf, journal, refuseChanged } from '../../common/journal/service.ts'
import { deleteNotice, insertNotice, lockNotice, type StoredNotice, storedNotice } from './queries.ts'

/** A notice begins and ends without a change of its row. */
const MAX_AGE_MS = 10_000

export function registerNotices(route: Router, app: App): undefined {
  route(getNotice, async ({ request, reply }) => {
    const build = async () => {
      const stored = await storedNotice(app.db)
      if (stored === undefined || !isNoticeShown(stored, app.clock.now())) return { notice: null }
      const { id, text, ends_at } = presentNotice(stored)
      return { notice: { id, text, ends_at } }
    }
    const wanted = { key: 'notice', tags: ['notice'], maxAgeMs: MAX_AGE_MS, build, isExempt: true, isByAddress: true }
    return app.snapshots.send(wanted, request, reply)
  })

  route(getOperatorNotice, async () => {
    const stored = await storedNotice(app.db)
    return { notice: stored === undefined ? null : presentNotice(stored) }
  })

  route(setNotice, async (call) => presentNotice(await replaceNotice(app, actOf(call), call.body)))

  route(removeNotice, async (call) => {
    await withdrawNotice(app, actOf(call))
    return { removed: true as const }
  })
  return undefined
}

function presentNotice({ id, text, starts_at, ends_at }: StoredNotice): OperatorNotice {
  return { id, text, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
}

const SUBJECT = 'notice'

/** Replaces the notice to all fans. Refuses `notice_times`, and `changed_meanwhile` if the present one is not the one that was seen. */
async function replaceNotice(
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
async function withdrawNotice(app: App, act: Act): Promise<void> {
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
