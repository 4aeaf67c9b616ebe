import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { digestOf, digestPause } from '@tribune/domain/messages/digest.ts'
import { digestText } from '@tribune/french/sentences/messages/digest.ts'
import { runFunction } from '../../../infra/jobs/run.ts'
import type { BulkMail } from '../../../infra/mail/mailer.ts'
import { pause } from '../../../kernel/clock.ts'
import { layOutDigest } from './present.ts'
import {
  type ClaimedMail,
  claimMail,
  countRefusal,
  forgetRefusals,
  holdBack,
  isAnyDue,
  type MailOutcome,
  putOff,
  settleMail,
} from './queries.ts'
import {
  createOffProofs,
  DigestComposer,
  type DigestContext,
  digestHeaders,
  planDigest,
  unsubscribePath,
} from './service.ts'

/** Longer than a mail takes, its wait for others included. */
const LEASE_MS = 5 * MINUTE_MS
/** Longest stretch of one job, well below its expiry; the next minute's job continues. */
const STRETCH_MS = 30 * MINUTE_MS
/** Failures in a row after which a stretch ends: the mail server is away, or wishes a pause. */
const MAX_FAILURES = 3
/**
 * Refusals in a row that mean a block of our own account, no longer dead mailboxes. Addresses are confirmed and come in the order of random ids: even
 * if one in five were dead, twenty in a row would come once in 10^14. For a provider that takes nothing from us twenty mails are few.
 */
const BLOCKED_AFTER = 20
/** Pause of all digests after that. */
const BLOCKED_PAUSE_MS = 30 * MINUTE_MS

/**
 * Plans the digest that is due, and sends what waits, until nothing does, the mail server takes no more, or this server ends. Any server continues where
 * another left off. Returns the number of mails that it has settled.
 */
export async function workOnDigest(app: DigestContext, ending?: AbortSignal): Promise<number> {
  while (ending?.aborted !== true && (await planDigest(app)));
  if (!(await isAnyDue(app.db, app.clock.now()))) return 0
  const { processed } = await runFunction(app, 'digest', async () => ({
    result: null,
    processed: await sendDigests(app, ending),
  }))
  return processed
}

async function sendDigests(app: DigestContext, ending?: AbortSignal): Promise<number> {
  const start = performance.now()
  const writers = new Writers(app)
  const refusals = new Refusals(app)
  const interval = MINUTE_MS / app.config.digestPerMinute
  let [settled, failures, nextAt] = [0, 0, start]
  const isGoingOn = () => performance.now() - start < STRETCH_MS && failures < MAX_FAILURES && !refusals.areOurs
  while (ending?.aborted !== true && isGoingOn()) {
    const now = app.clock.now()
    const mail = await claimMail(app.db, now, new Date(now.getTime() + LEASE_MS))
    if (mail === undefined) break
    const outcome = await attempt(app, mail, { writers, refusals })
    failures = outcome === null ? failures + 1 : 0
    if (outcome !== null) settled += 1
    // With these outcomes nothing was sent, so the next mail need not wait for the rate limit.
    if (outcome === 'empty' || outcome === 'unwanted' || outcome === 'expired') continue
    nextAt = Math.max(nextAt + interval, performance.now() - interval)
    const wait = nextAt - performance.now()
    if (wait > 0) await pause(wait, ending)
  }
  return settled - (await refusals.end())
}

/** State that all mails of one stretch share. */
interface Stretch {
  readonly writers: Writers
  readonly refusals: Refusals
}

/** Makes one attempt at a claimed mail, and stores what came of it: an outcome, or `null` for another attempt later. */
async function attempt(
  app: DigestContext,
  mail: ClaimedMail,
  { writers, refusals }: Stretch,
): Promise<MailOutcome | null> {
  const { db, clock } = app
  const settle = async (outcome: MailOutcome) => {
    await settleMail(db, mail, outcome)
    return outcome
  }
  if (digestOf(mail.week).expires <= clock.now()) return settle('expired')
  if (!mail.wanted) return settle('unwanted')
  const written = await writers.write(mail)
  if (written === null) return settle('empty')
  const answer = await app.mailer.sendInBulk(written)
  if (answer.outcome === 'sent') {
    await forgetRefusals(db, mail.user_id)
    await refusals.noteTaken()
    return settle('sent')
  }
  const { week, attempts } = mail
  app.log.debug({ week, attempts, outcome: answer.outcome, reason: answer.reason }, 'digest not taken')
  if (answer.outcome === 'refused') {
    refusals.add({ mail, ...answer })
    return settle('refused')
  }
  await putOff(db, mail, new Date(clock.now().getTime() + digestPause(attempts)))
  return null
}

interface Refusal {
  readonly mail: ClaimedMail
  readonly isAddress: boolean
  readonly reason: string
}

/**
 * The refusals of one stretch since the mail server last took a mail. They count against their mailboxes only if it takes another mail of the stretch:
 * the fault may be ours.
 */
class Refusals {
  readonly #app: DigestContext
  #row: Refusal[] = []
  #isAnyTaken = false

  constructor(app: DigestContext) {
    this.#app = app
  }

  /** Whether the mail server refuses all of us, and not a mailbox. */
  get areOurs(): boolean {
    return this.#row.length >= BLOCKED_AFTER
  }

  add(refusal: Refusal): void {
    this.#row.push(refusal)
  }

  /** Notes that the mail server has taken a mail, and so counts the refusals so far against their mailboxes. */
  async noteTaken(): Promise<void> {
    this.#isAnyTaken = true
    for (const { mail, isAddress } of this.#row.splice(0)) {
      if (isAddress) await countRefusal(this.#app.db, mail.user_id, this.#app.clock.now())
    }
  }

  /** Ends the stretch. Returns the number of mails that are due again, because all were refused. */
  async end(): Promise<number> {
    if (this.areOurs) return this.#holdAll()
    if (this.#isAnyTaken) await this.noteTaken()
    return 0
  }

  async #holdAll(): Promise<number> {
    const { db, clock, log } = this.#app
    const until = new Date(clock.now().getTime() + BLOCKED_PAUSE_MS)
    const mails = this.#row.map(({ mail }) => mail)
    // Without mailboxes, which a log must not hold.
    const reason = this.#row.at(-1)?.reason.replaceAll(/[^\s<]+@[^\s>]+/g, '…')
    log.error({ refusals: mails.length, reason, until }, 'mail server refuses all digests')
    await holdBack(db, mails, until)
    return mails.length
  }
}

/** Writes the mails of one stretch. */
class Writers {
  readonly #app: DigestContext
  readonly #composers = new Map<string, DigestComposer>()

  constructor(app: DigestContext) {
    this.#app = app
  }

  /** Writes a fan's mail, or returns `null` if their week had nothing. */
  async write({ week: id, user_id: fanId, email }: ClaimedMail): Promise<BulkMail | null> {
    const { config, publicUrl: origin } = this.#app
    const week = digestOf(id)
    const composer = this.#composers.get(id) ?? new DigestComposer(this.#app, week)
    this.#composers.set(id, composer)
    const digest = await composer.of(fanId)
    if (digest === null) return null
    const proof = createOffProofs(config.secrets).make(fanId)
    const unsubscribe = origin + unsubscribePath(proof)
    const text = digestText(week, digest)
    return {
      to: email,
      subject: text.subject,
      ...layOutDigest(text, { origin, unsubscribe }),
      ...digestHeaders({ week: id, fanId, origin, unsubscribe }),
    }
  }
}
