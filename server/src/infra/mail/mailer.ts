import { createTransport } from 'nodemailer'
import { within } from '../../kernel/clock.ts'

/** One message to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A message that many people get, each their own. */
export interface BulkMail extends Mail {
  /** The same at each attempt, so that the receiving end can drop a second one. */
  readonly messageId: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The outcome of a bulk mail. `refused`: the mail server will never accept this mail; `isAddress` if it refused the recipient. `later`: the server may
 * accept the mail later, or may have accepted it already.
 */
type BulkOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused'; readonly isAddress: boolean; readonly reason: string }
  | { readonly outcome: 'later'; readonly reason: string }

/** Sends mail over SMTP, within a time limit. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Sends one of many mails when no other mail of this server is on its way, over a connection of its own. Never rejects. */
  sendInBulk(mail: BulkMail): Promise<BulkOutcome>
  close(): void
}

interface MailerOptions {
  readonly smtpUrl: string
  readonly from: string
  readonly limitMs?: number
}

/** Time limits for a mail server that is down, slow or silent, in milliseconds. */
const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 15_000
const SEND_LIMIT_MS = 30_000
const CONNECTIONS = 3
/** Longest wait of a bulk mail for others. */
const BULK_PATIENCE_MS = 60_000

/** Creates a mailer. @param smtpUrl `smtp://user:password@host:port`, or `smtps://` for implicit TLS. `limitMs` is the time limit of each mail. */
export function createMailer({ smtpUrl, from, limitMs = SEND_LIMIT_MS }: MailerOptions): Mailer {
  const open = (maxConnections: number) =>
    createTransport(
      {
        url: smtpUrl,
        pool: true,
        maxConnections,
        connectionTimeout: CONNECT_LIMIT_MS,
        greetingTimeout: CONNECT_LIMIT_MS,
        dnsTimeout: CONNECT_LIMIT_MS,
        socketTimeout: SILENCE_LIMIT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    )
  const [transport, bulk] = [open(CONNECTIONS), open(1)]
  const others = new Others()
  const inTime = <T>(sending: Promise<T>) =>
    within(limitMs, sending, () => new Error(`mail not sent within ${limitMs} ms`))
  // An object, not a text, so that an address is never parsed as several.
  const addressed = (to: string) => ({ name: '', address: to })
  return {
    async send({ to, subject, text, html }) {
      await others.count(inTime(transport.sendMail({ to: addressed(to), subject, text, html })))
    },
    async sendInBulk({ to, headers: extra, ...message }) {
      if (!(await others.gone(BULK_PATIENCE_MS))) return { outcome: 'later', reason: 'other mails first' }
      // `prepared` leaves the headers unchanged: the library folds long addresses otherwise.
      const headers = Object.fromEntries(
        Object.entries(extra).map(([name, value]) => [name, { prepared: true, value }]),
      )
      try {
        await inTime(bulk.sendMail({ ...message, to: addressed(to), headers }))
        return { outcome: 'sent' }
      } catch (error) {
        return bulkFailure(error)
      }
    },
    close() {
      transport.close()
      bulk.close()
    },
  }
}

/** Counts mails that go before bulk mails. */
class Others {
  #underWay = 0
  #waiting: (() => void)[] = []

  async count<T>(sending: Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await sending
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0) for (const go of this.#waiting.splice(0)) go()
    }
  }

  /** Resolves once none is under way, with false if that takes longer than the limit. */
  async gone(limitMs: number): Promise<boolean> {
    const end = performance.now() + limitMs
    while (this.#underWay > 0) {
      const left = end - performance.now()
      const none = new Promise<void>((go) => void this.#waiting.push(go))
      if (
        left <= 0 ||
        !(await within(
          left,
          none.then(() => true),
        ).catch(() => false))
      )
        return false
    }
    return true
  }
}

/** Tells a permanent refusal (5xx) of this recipient or message from all that may go better later. */
function bulkFailure(error: unknown): BulkOutcome {
  const { responseCode = 0, command } = error as { readonly responseCode?: number; readonly command?: string }
  const reason = error instanceof Error ? error.message : String(error)
  const isAddress = command === 'RCPT TO'
  if (responseCode >= 500 && (isAddress || command === 'DATA')) return { outcome: 'refused', isAddress, reason }
  return { outcome: 'later', reason }
}
