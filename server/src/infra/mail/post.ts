import { HOUR_MS } from '@tribune/domain/instant.ts'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { roomFor } from '../../kernel/cache-room.ts'
import { logBudget } from '../../kernel/log-budget.ts'

const RECIPIENTS_REMEMBERED = 50_000

/** Sends messages in the background, for requests that must not wait for their delivery. Limits their rate per recipient. */
export interface Post<Message> {
  /** Whether the recipient may get one more message. Counts a withheld one if not. */
  accepts(to: string): boolean
  /**
   * Like `accepts`, but also counts a message, sent or not. Used where only addresses with an account get one, so that the rate limit does not
   * reveal which have.
   */
  reserve(to: string): boolean
  /** Sends a message if the recipient may get it. Returns at once, and logs a failure without the message's content. */
  send(message: Message): void
  /** Sends a message that `reserve` has counted. */
  sendReserved(message: Message): void
  /** Waits for all messages under way; each ends within its carrier's time limit. */
  flush(): Promise<void>
}

interface Carrier<Message> {
  /** Kind of message, for the log. */
  readonly what: string
  send(message: Message): Promise<void>
  /** Rate limit per recipient, in messages per hour. */
  readonly perHour: number
  /** Returns the recipient behind an address, however it is spelled. */
  recipientOf?(to: string): string
}

export function createPost<Message extends { readonly to: string; readonly subject?: string }>(
  carrier: Carrier<Message>,
  log: FastifyBaseLogger,
): Post<Message> {
  const onTheWay = new Set<Promise<void>>()
  const sent = new LRUCache<string, number>({ ...roomFor(RECIPIENTS_REMEMBERED), ttl: HOUR_MS, noUpdateTTL: true })
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
