import type { App } from '../context.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import { createPost, type Post } from '../infra/mail/post.ts'
import type { Sms } from '../infra/sms/sender.ts'
import { ConcurrencyLimit } from '../kernel/concurrency-limit.ts'
import { mailboxKey } from './contacts/mailboxes.ts'
import { createLockout, type Lockout } from './guards/lockout.ts'
import { createProofOfWork, type ProofOfWork } from './guards/proof-of-work.ts'
import { type AccountsLibrary, createLibrary } from './library.ts'
import { CHOOSING, HASHING } from './methods/password/hashing.ts'
import { PasswordJudge } from './methods/password/password-judge.ts'

/** The parts of a server's accounts. */
interface Accounts {
  readonly auth: AccountsLibrary
  readonly post: Post<Mail>
  readonly texts: Post<Sms>
  readonly hashing: ConcurrencyLimit
  readonly choosing: ConcurrencyLimit
  readonly judge: PasswordJudge
  /** Counts wrong passwords and codes per account. */
  readonly lockout: Lockout
  readonly work: ProofOfWork
}

/** Rate limits per recipient. An SMS costs money. */
const MAILS_PER_HOUR = 10
const TEXTS_PER_HOUR = 5

const accountsOf = new WeakMap<App, Accounts>()

/** Returns the accounts of a server, created at the first call. */
export function accounts(app: App): Accounts {
  const known = accountsOf.get(app)
  if (known !== undefined) return known
  const recipientOf = (address: string) => mailboxKey(address) ?? address
  const post = createPost<Mail>(
    { what: 'mail', send: (mail) => app.mailer.send(mail), perHour: MAILS_PER_HOUR, recipientOf },
    app.log,
  )
  const texts = createPost<Sms>({ what: 'SMS', send: (sms) => app.sms.send(sms), perHour: TEXTS_PER_HOUR }, app.log)
  const lockout = createLockout(app.pool, app.config.secret)
  const judge = new PasswordJudge()
  const built = {
    auth: createLibrary(app, post, texts, judge),
    post,
    texts,
    judge,
    hashing: new ConcurrencyLimit(HASHING),
    choosing: new ConcurrencyLimit(CHOOSING),
    lockout,
    work: createProofOfWork(app),
  }
  accountsOf.set(app, built)
  return built
}
