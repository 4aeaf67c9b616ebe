import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Mail, Mailer } from './mailer.ts'

/** Nobody's mailbox is flooded through us: most mails to one address in an hour. */
const MAILS_PER_HOUR = 10
const HOUR_MS = 3_600_000
const RECIPIENTS_REMEMBERED = 50_000

/** Takes mails from requests that must not wait for a mail server. */
export interface Post {
  /** Returns at once. A failure is logged, without the mail's content. */
  send(mail: Mail): void
  /** Waits for every mail on its way; each ends within the mailer's time limit. */
  flush(): Promise<void>
}

export function createPost(mailer: Mailer, log: FastifyBaseLogger): Post {
  const onTheWay = new Set<Promise<void>>()
  const sent = new LRUCache<string, number>({ max: RECIPIENTS_REMEMBERED, ttl: HOUR_MS, noUpdateTTL: true })
  return {
    send(mail) {
      const before = sent.get(mail.to) ?? 0
      if (before >= MAILS_PER_HOUR) return log.warn({ subject: mail.subject }, 'mail withheld: too many to one address')
      sent.set(mail.to, before + 1)
      const delivery = mailer
        .send(mail)
        .catch((error: unknown) => log.error({ subject: mail.subject, cause: String(error) }, 'mail could not be sent'))
        .finally(() => onTheWay.delete(delivery))
      onTheWay.add(delivery)
    },
    async flush() {
      await Promise.all(onTheWay)
    },
  }
}
