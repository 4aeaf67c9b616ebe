import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

const HOUR_MS = 3_600_000
const RECIPIENTS_REMEMBERED = 50_000

/** Takes messages from requests that must not wait for who delivers them. */
export interface Post<Message> {
  /** Whether one more would still go to somebody. */
  accepts(to: string): boolean
  /** Returns at once. A failure is logged, without the message's content. */
  send(message: Message): void
  /** Waits for every message on its way; each ends within its carrier's time limit. */
  flush(): Promise<void>
}

interface Carrier<Message> {
  /** What is carried, for the log. */
  readonly what: string
  send(message: Message): Promise<void>
  /** Nobody is flooded through us: most messages to one recipient in an hour. */
  readonly perHour: number
}

export function createPost<Message extends { readonly to: string; readonly subject?: string }>(
  carrier: Carrier<Message>,
  log: FastifyBaseLogger,
): Post<Message> {
  const onTheWay = new Set<Promise<void>>()
  const sent = new LRUCache<string, number>({ max: RECIPIENTS_REMEMBERED, ttl: HOUR_MS, noUpdateTTL: true })
  const accepts = (to: string) => (sent.get(to) ?? 0) < carrier.perHour
  return {
    accepts,
    send(message) {
      const { to, subject } = message
      if (!accepts(to)) return log.warn({ subject }, `${carrier.what} withheld: too many to one address`)
      sent.set(to, (sent.get(to) ?? 0) + 1)
      const delivery = carrier
        .send(message)
        .catch((error: unknown) => log.error({ subject, cause: String(error) }, `${carrier.what} could not be sent`))
        .finally(() => onTheWay.delete(delivery))
      onTheWay.add(delivery)
    },
    async flush() {
      await Promise.all(onTheWay)
    },
  }
}
