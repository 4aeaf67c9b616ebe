import { getNotice } from '@tribune/contract/app/notices.ts'
import { getOperatorNotice, removeNotice, setNotice } from '@tribune/contract/operator/notices.ts'
import { isNoticeShown } from '@tribune/domain/messages/notice.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { actOf } from '../../common/journal/service.ts'
import { presentNotice } from './present.ts'
import { storedNotice } from './queries.ts'
import { replaceNotice, withdrawNotice } from './service.ts'

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
