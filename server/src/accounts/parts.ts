import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import type { App } from '../context.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import { createPost, type Post, type RecipientLimit } from '../infra/mail/post.ts'
import type { Sms } from '../infra/sms/sender.ts'
import { FairQueue } from '../kernel/fair-queue.ts'
import { hmacOf, keyFor } from '../kernel/keys.ts'
import { RateWindows } from '../kernel/rate-windows.ts'
import { RefusalDelay } from '../kernel/refusal-delay.ts'
import { mailboxKey } from './contacts/mailboxes.ts'
import { createGuesses, createKnownDevices, type Guesses, type KnownDevices } from './guards/guesses.ts'
import { CREATING, createProofOfWork, type ProofOfWork } from './guards/proof-of-work.ts'
import { countGuess, readGuesses } from './guards/queries.ts'
import { type AccountsLibrary, createLibrary } from './library.ts'
import { hashingSlots, queuedHashing } from './methods/password/hashing.ts'
import { PasswordJudge } from './methods/password/password-judge.ts'

/** The parts of a server's accounts. */
interface Accounts {
  readonly auth: AccountsLibrary
  readonly post: Post<Mail>
  readonly texts: Post<Sms>
  /** Rate limits of client addresses. */
  readonly rates: RateWindows
  readonly hashing: FairQueue
  /**
   * Calls that choose a password: it is judged first, one at a time, and a sign-up occupies a database connection while it is hashed. A rush of
   * newcomers queues before that, so that votes never do.
   */
  readonly choosing: FairQueue
  /** Challenges of proofs of work to create. */
  readonly creating: FairQueue
  readonly judge: PasswordJudge
  readonly known: KnownDevices
  readonly guesses: Guesses
  /** Delays refused guesses while many passwords wait to be hashed. */
  readonly refusals: RefusalDelay
  readonly work: ProofOfWork
}

/** A server with its accounts. */
export type AccountsApp = App & { readonly accounts: Accounts }

/** Rate limits per recipient. An SMS costs money. */
const MAILS_PER_HOUR = 10
const TEXTS_PER_HOUR = 5
/** Delay of a refused guess in a flood: short, because a fan at a new device waits for it too, before the work that lets them in. */
const GUESS_REFUSAL_MS = 250

/** Creates the accounts of a server. */
export function createParts(app: App): Accounts {
  const recipientOf = (address: string) => mailboxKey(address) ?? address
  const limitOf = (what: string, perHour: number) => ({ what, limit: createRecipientLimit(app, { what, perHour }) })
  const mailLimit = limitOf('mail', MAILS_PER_HOUR)
  const post = createPost<Mail>({ ...mailLimit, send: (mail) => app.mailer.send(mail), recipientOf }, app.log)
  const texts = createPost<Sms>({ ...limitOf('SMS', TEXTS_PER_HOUR), send: (sms) => app.sms.send(sms) }, app.log)
  const judge = new PasswordJudge()
  const slots = hashingSlots(app.config.servers)
  const hashing = new FairQueue(slots)
  const passwordHashing = queuedHashing(hashing, app.passwordHashing)
  const known = createKnownDevices(app)
  const creating = new FairQueue(CREATING)
  return {
    auth: createLibrary({ app, mails: post, texts, judge, passwordHashing }),
    post,
    texts,
    judge,
    rates: new RateWindows(),
    hashing,
    choosing: new FairQueue(slots),
    creating,
    known,
    guesses: createGuesses({ ...app, known }),
    refusals: new RefusalDelay(GUESS_REFUSAL_MS),
    work: createProofOfWork(app, creating),
  }
}

/** Creates a rate limit for one kind of message: at most `perHour` messages to each recipient, across all servers. Stores recipients only as keyed hashes. */
function createRecipientLimit(
  { config, db }: Pick<App, 'config' | 'db'>,
  { what, perHour }: { readonly what: string; readonly perHour: number },
): RecipientLimit {
  const key = keyFor(config.secret, 'recipients')
  const keyOf = (recipient: string) => `sent:${hmacOf(key, `${what} ${recipient}`)}`
  return {
    async accepts(recipient) {
      const sent = await readGuesses(db, keyOf(recipient), Date.now())
      return (sent?.guesses ?? 0) < perHour
    },
    async take(recipient) {
      const window = { now: Date.now(), windowMs: HOUR_MS, limit: perHour }
      return (await countGuess(db, keyOf(recipient), window)) !== null
    },
  }
}
