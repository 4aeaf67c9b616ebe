import { createTransport } from 'nodemailer'

/** One message to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends mail over SMTP, within a time limit. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

interface MailerOptions {
  readonly smtpUrl: string
  readonly from: string
  readonly limitMs?: number
}

/** Time limits against a mail server that is away, slow or silent, in milliseconds. */
const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 15_000
const SEND_LIMIT_MS = 30_000
const CONNECTIONS = 3

/** @param smtpUrl `smtp://user:password@host:port`, `smtps://` for TLS from the first byte. `limitMs` bounds each mail. */
export function createMailer({ smtpUrl, from, limitMs = SEND_LIMIT_MS }: MailerOptions): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      dnsTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text, html }) {
      // An object, not a text: an address is never taken apart into several.
      const message = { to: { name: '', address: to }, subject, text, html }
      await within(limitMs, transport.sendMail(message))
    },
    close: () => transport.close(),
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`mail not sent within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
