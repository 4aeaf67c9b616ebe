import {
  ballotNamed,
  concerns,
  DEFAULT_NOTIFICATIONS,
  isUrgent,
  minutesToRemind,
  outsideQuietHours,
  type QuietHours,
  retryPause,
} from '@tribune/domain/messages/notification.ts'
import { type PushContent, type PushText, pushText } from '@tribune/french/sentences/messages/push.ts'
import { FANS_AT_ONCE } from '../../../accounts/queries.ts'
import type { JobContext } from '../../../context.ts'
import { isDatabaseAway } from '../../../infra/database/pool.ts'
import type { PushMessage, PushOutcome } from '../../../infra/push/message.ts'
import { pause } from '../../../kernel/clock.ts'
import { logBudget } from '../../../kernel/log-budget.ts'
import { offProofsOf } from '../push/service.ts'
import {
  type ClaimedMessage,
  claimMessages,
  deleteFailing,
  deleteGone,
  fixtureOf,
  type SettledMessage,
  settleMessages,
} from './queries.ts'
import { announceOccasions, planPage } from './service.ts'

/** Messages claimed and settled together; what a killed server had claimed is sent once more. */
export const CLAIMED_AT_ONCE = 64
/** Claims that a server works on in parallel, each by a {@link sendPushes} of its own. */
export const SENDING_LANES = 3
/** Messages of a claim that are on the wire at once. */
const WIDTH = 32
/** Longer than all of a claim's messages take when each runs into its time limit. */
const LEASE_MS = 180_000
/** Results that were delayed into quiet hours are spread over this time after their end. */
const MAX_WAKING_MS = 60_000
/** Pause after a fault on our side. */
const FAULT_PAUSE_MS = 60_000
/** Pauses between attempts at storing outcomes while the database is away: without them, messages would be sent twice. Less than a lease in all. */
const SETTLE_PAUSES_MS = [1_000, 5_000, 20_000, 60_000] as const

/** Stores new occasions, and plans the messages of all that are not planned to the end. Looks for openings between the pages of a large result. */
export async function planPushes(app: JobContext, ending?: AbortSignal, fansAtOnce = FANS_AT_ONCE): Promise<void> {
  do await announceOccasions(app)
  while (ending?.aborted !== true && (await planPage(app, fansAtOnce)))
}

/** Sends what is due, claim by claim, until nothing is. Any number of servers may do so at once. `wait` waits for real if unset. */
export async function sendPushes(app: JobContext, ending?: AbortSignal, wait = pause): Promise<void> {
  const writing = { texts: new FixtureTexts(app), proofs: offProofsOf(app) }
  const waitBetween = (ms: number) => wait(ms, ending)
  let last = CLAIMED_AT_ONCE
  while (ending?.aborted !== true && last === CLAIMED_AT_ONCE) {
    const claimed = await claimMessages(app.db, app.clock.offsetMs, CLAIMED_AT_ONCE, LEASE_MS)
    await sendClaimed(app, claimed, writing, waitBetween)
    last = claimed.length
  }
}

interface Writing {
  readonly texts: FixtureTexts
  readonly proofs: ReturnType<typeof offProofsOf>
}

async function sendClaimed(
  app: JobContext,
  claimed: readonly ClaimedMessage[],
  writing: Writing,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const settled: SettledMessage[] = []
  const gone: ClaimedMessage[] = []
  if (claimed.length === 0) return
  const queue = claimed.values()
  const sendNext = async () => {
    for (const message of queue) {
      const outcome = await attempt(app, message, writing).catch((error: unknown) => unsent(app, message, error))
      if (outcome === 'gone') gone.push(message)
      else settled.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, sendNext))
  await storeOutcomes(app, settled, wait)
  if (gone.length > 0) await deleteGone(app.db, gone)
  const failed = settled.filter(({ outcome }) => outcome === 'refused' || outcome === 'unanswered')
  const ids = failed.map(({ subscription_id: id }) => id)
  if (ids.length > 0) await deleteFailing(app.db, ids, app.clock.offsetMs)
}

/** Stores outcomes, also through an absence of the database that ends within the lease. */
async function storeOutcomes(
  app: JobContext,
  settled: readonly SettledMessage[],
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (const ms of SETTLE_PAUSES_MS) {
    try {
      return await settleMessages(app.db, settled, app.clock.offsetMs)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      app.log.warn({ err: error, messages: settled.length }, 'outcomes of push messages not stored yet')
    }
    await wait(ms)
  }
  await settleMessages(app.db, settled, app.clock.offsetMs)
}

/** Leaves a message for later that failed on our side, so that it does not keep the others of its claim from being settled. */
function unsent(app: JobContext, message: ClaimedMessage, error: unknown): SettledMessage {
  app.log.warn({ err: error, occasion_id: message.occasion_id }, 'push message not sent')
  return settle(message, null, { retryMs: FAULT_PAUSE_MS })
}

/** Returns the result of an attempt as it will be stored. A message that was in doubt before stays in doubt by default. */
function settle(
  { occasion_id, subscription_id, in_doubt }: ClaimedMessage,
  outcome: SettledMessage['outcome'],
  { retryMs = 0, inDoubt = in_doubt }: Partial<Pick<SettledMessage, 'retryMs' | 'inDoubt'>> = {},
): SettledMessage {
  return { occasion_id, subscription_id, outcome, retryMs, inDoubt }
}

async function attempt(
  app: JobContext,
  message: ClaimedMessage,
  { texts, proofs }: Writing,
): Promise<SettledMessage | 'gone'> {
  const { occasion_id, occasion, match_id } = message
  const now = app.clock.now()
  if (message.expires_at <= now) return settle(message, 'expired')
  const isUnwanted = !(message.wanted ?? DEFAULT_NOTIFICATIONS[occasion])
  if (isUnwanted || !concerns(occasion, fanOf(message))) return settle(message, 'unwanted')
  const turn = outsideQuietHours(occasion, quietHoursOf(message), now, Math.random() * MAX_WAKING_MS)
  if (turn === null) return settle(message, 'expired')
  if (turn > now) return settle(message, null, { retryMs: turn.getTime() - now.getTime() })
  const { title, body } = await texts.of(message, now)
  const { kind, endpoint, p256dh, auth } = message
  const off = proofs.make({ fanId: message.user_id, kind: occasion, issuedAt: now })
  const sent: PushMessage = {
    target: { kind, endpoint, p256dh, auth },
    notice: { title, body, path: `/match/${match_id}`, kind: occasion, off },
    topic: occasion_id.replaceAll('-', ''),
    expiresAt: message.expires_at,
    urgent: isUrgent(occasion),
    silent: message.in_doubt,
  }
  const answer = await app.push.send(sent, now)
  if (answer.outcome === 'gone') return 'gone'
  if (!('reason' in answer)) return settle(message, 'sent')
  return settleFailed(app, message, answer, now)
}

/** The facts about a fan that may have changed since their message was planned. */
function fanOf({ follows, complete, may_vote: mayVote }: ClaimedMessage) {
  return { follows: follows ? 'closely' : 'nothing', ballot: ballotNamed(complete), mayVote } as const
}

function quietHoursOf({ quiet_from, quiet_until, time_zone }: ClaimedMessage): QuietHours {
  if (quiet_from === null || quiet_until === null || time_zone === null) return DEFAULT_NOTIFICATIONS
  return { quiet_from, quiet_until, time_zone }
}

function settleFailed(
  app: JobContext,
  message: ClaimedMessage,
  answer: Extract<PushOutcome, { readonly reason: string }>,
  now: Date,
): SettledMessage {
  const { kind, attempts, occasion_id, expires_at } = message
  const left = expires_at.getTime() - now.getTime()
  const { reason } = answer
  const retryMs = answer.outcome === 'later' ? retryPause(attempts, answer.afterMs, Math.random(), left) : null
  app.log.debug({ kind, attempts, occasion_id, reason, pause: retryMs }, 'push message not taken')
  if (answer.outcome === 'later' && answer.ours) logFault(app, message, reason)
  if (answer.outcome === 'refused') return settle(message, 'refused')
  if (retryMs === null) return settle(message, answer.ours ? 'expired' : 'unanswered')
  return settle(message, null, { retryMs, inDoubt: message.in_doubt || answer.inDoubt })
}

/** Logs that a service accepts no messages because our credentials or settings are wrong. This lasts until someone corrects them. */
export function logFault(
  app: JobContext,
  { kind, endpoint }: Pick<ClaimedMessage, 'kind' | 'endpoint'>,
  reason: string,
): void {
  if (!logBudget.take(`push fault ${kind}`, app.log)) return
  const service = kind === 'web' ? new URL(endpoint).host : kind
  app.log.error({ kind, service, reason }, 'push service refuses our messages')
}

/** The texts of one run's matches, each read once, and again where that failed. */
class FixtureTexts {
  readonly #app: JobContext
  readonly #known = new Map<string, Promise<PushText>>()

  constructor(app: JobContext) {
    this.#app = app
  }

  of({ match_id, occasion, spoilers, expires_at }: ClaimedMessage, now: Date): Promise<PushText> {
    const wished = spoilers ?? DEFAULT_NOTIFICATIONS.spoilers
    const minutesLeft = occasion === 'reminder' ? minutesToRemind(expires_at, now) : 0
    const key = `${match_id} ${occasion} ${wished} ${minutesLeft}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const text = this.#write(match_id, occasion, { spoilers: wished, minutesLeft })
    this.#known.set(key, text)
    text.catch(() => this.#known.delete(key))
    return text
  }

  async #write(matchId: number, kind: ClaimedMessage['occasion'], content: PushContent) {
    const fixture = await fixtureOf(this.#app.db, matchId)
    if (fixture === undefined) throw new Error(`No match ${matchId}`)
    return pushText(kind, fixture, content)
  }
}
