import type { App } from '../context.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import { createPost, type Post } from '../infra/mail/post.ts'
import type { Sms } from '../infra/sms/sender.ts'
import { Gate } from '../kernel/gate.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { type AccountsLibrary, createLibrary } from './library.ts'
import { mailboxKey } from './mailboxes.ts'
import { PasswordJudge } from './password-judge.ts'
import { CHOOSING, HASHING } from './policy.ts'
import { createProofOfWork, type ProofOfWork } from './proof-of-work.ts'

/** What the accounts of a server are made of. */
interface Accounts {
  readonly auth: AccountsLibrary
  readonly post: Post<Mail>
  readonly texts: Post<Sms>
  readonly hashing: Gate
  readonly choosing: Gate
  readonly judge: PasswordJudge
  /** Wrong passwords and codes, by account. */
  readonly attempts: Attempts
  readonly work: ProofOfWork
}

/** Most to one address, and to one phone, whose texts cost. */
const MAILS_PER_HOUR = 10
const TEXTS_PER_HOUR = 5

const accountsOf = new WeakMap<App, Accounts>()

/** The one accounts library of a server, built when first needed. */
export function accounts(app: App): Accounts {
  const known = accountsOf.get(app)
  if (known !== undefined) return known
  const recipientOf = (address: string) => mailboxKey(address) ?? address
  const post = createPost<Mail>(
    { what: 'mail', send: (mail) => app.mailer.send(mail), perHour: MAILS_PER_HOUR, recipientOf },
    app.log,
  )
  const texts = createPost<Sms>({ what: 'SMS', send: (sms) => app.sms.send(sms), perHour: TEXTS_PER_HOUR }, app.log)
  const attempts = createAttempts(app.pool, app.config.secret)
  const judge = new PasswordJudge()
  const built = {
    auth: createLibrary(app, post, texts, judge),
    post,
    texts,
    judge,
    hashing: new Gate(HASHING),
    choosing: new Gate(CHOOSING),
    attempts,
    work: createProofOfWork(app),
  }
  accountsOf.set(app, built)
  return built
}
