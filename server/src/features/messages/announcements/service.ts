import {
  ballotNamed,
  DEFAULT_NOTIFICATIONS,
  expiryOf,
  occasionsOf,
  planNotification,
} from '@tribune/domain/messages/notification.ts'
import type { JobContext } from '../../../context.ts'
import {
  type AudienceRow,
  audienceOf,
  insertMessages,
  insertOccasion,
  lockOccasionToPlan,
  matchesToAnnounce,
  savePlanned,
} from './queries.ts'

/** Stores the occasions that matches offer now. Returns the number of new ones. */
export async function announceOccasions(app: JobContext): Promise<number> {
  const now = app.clock.now()
  let added = 0
  for (const match of await matchesToAnnounce(app.db, now)) {
    for (const kind of occasionsOf(match, now)) {
      if (match.announced.includes(kind)) continue
      const occasion = { match_id: match.id, kind, created_at: now, expires_at: expiryOf(kind, match, now) }
      if (await insertOccasion(app.db, occasion)) added += 1
    }
  }
  return added
}

/**
 * Plans the messages of the next fans of one occasion, in one transaction: a crash loses no page and repeats none. Returns whether there may be more.
 */
export async function planPage(app: JobContext, fansAtOnce: number): Promise<boolean> {
  return app.db.transaction().execute(async (transaction) => {
    const occasion = await lockOccasionToPlan(transaction)
    if (occasion === undefined) return false
    const now = app.clock.now()
    const audience = await audienceOf(transaction, occasion, now, fansAtOnce)
    const planned = audience.flatMap((row) => {
      const plan = planNotification(occasion.kind, fanOf(row), now, Math.random())
      return 'at' in plan ? [{ userId: row.user_id, at: plan.at }] : []
    })
    await insertMessages(transaction, occasion, planned, now)
    const last = audience.at(-1)?.user_id ?? occasion.planned_to
    await savePlanned(transaction, occasion.id, last, audience.length < fansAtOnce ? now : null)
    return true
  })
}

function fanOf({
  user_id: _id,
  follows,
  has_club: hasClub,
  complete,
  may_vote: mayVote,
  lately,
  ...chosen
}: AudienceRow) {
  const settings = chosen.time_zone === null ? DEFAULT_NOTIFICATIONS : chosen
  return { follows, hasClub, ballot: ballotNamed(complete), mayVote, lately, settings } as const
}
