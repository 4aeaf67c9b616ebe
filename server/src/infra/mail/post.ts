import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { logBudget } from '../../kernel/log-budget.ts'

const HOUR_MS = 3_600_000
const RECIPIENTS_REMEMBERED = 50_000

/** Takes messages from requests that must not wait for who delivers them. */
export interface Post<Message> {
  /** Whether one more would still go to somebody. Where not, it counts as withheld. */
  accepts(to: string): boolean
  /**
   * Like `accepts`, and counts one at once, whether or not it is sent: where only those with an account are sent any, who asks learns nothing.
   */
  reserve(to: string): boolean
  /** Returns at once. A failure is logged, without the message's content. */
  send(message: Message): void
  /** Sends what was counted when it was asked for. */
  sendReserved(message: Message): void
  /** Waits for every message on its way; each ends within its carrier's time limit. */
  flush(): Promise<void>
}

interface Carrier<Message> {
  /** What is carried, for the log. */
  readonly what: string
  send(message: Message): Promise<void>
  /** Nobody is flooded through us: most messages to one recipient in an hour. */
  readonly perHour: number
  /** Who a message reaches, however the address is spelled. */
  recipientOf?(to: string): string
}

export function createPost<Message extends { readonly to: string; readonly subject?: string }>(
  carrier: Carrier<Message>,
  log: FastifyBaseLogger,
): Post<Message> {
  const onTheWay = new Set<Promise<void>>()
  const sent = new LRUCache<string, number>({ max: RECIPIENTS_REMEMBERED, ttl: HOUR_MS, noUpdateTTL: true })
  const recipientOf = carrier.recipientOf ?? ((to: string) => to)
  const countOf = (to: string) => sent.get(recipientOf(to)) ?? 0
  let withheld = 0
  const accepts = (to: string) => {
    if (countOf(to) < carrier.perHour) return true
    withheld += 1
    if (logBudget.take(`${carrier.what} withheld`, log))
      log.warn({ withheld }, `${carrier.what} withheld: too many to one address`)
    return false
  }
  const reserve = (to: string) => {
    const isAccepted = accepts(to)
    if (isAccepted) sent.set(recipientOf(to), countOf(to) + 1)
    return isAccepted
  }
  const sendReserved = (message: Message) => {
    const { subject } = message
    const delivery = carrier
      .send(message)
      .catch((error: unknown) => log.error({ subject, cause: String(error) }, `${carrier.what} could not be sent`))
      .finally(() => onTheWay.delete(delivery))
    onTheWay.add(delivery)
  }
  return {
    accepts,
    reserve,
    sendReserved,
    send(message) {
      if (reserve(message.to)) sendReserved(message)
    },
    async flush() {
      await Promise.all(onTheWay)
    },
  }
}
