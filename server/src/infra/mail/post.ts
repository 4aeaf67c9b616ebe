import type { FastifyBaseLogger } from 'fastify'
import { logBudget } from '../../kernel/log-budget.ts'

/** Sends messages in the background, for requests that must not wait for their delivery. Limits their rate per recipient. */
export interface Post<Message> {
  /** Whether the recipient may get one more message. Counts a withheld one if not. */
  accepts(to: string): Promise<boolean>
  /** Counts a message that `sendReserved` sends, or that is not sent at all, so that the limit does not reveal which addresses have an account. */
  reserve(to: string): Promise<boolean>
  /** Sends a message if the recipient may get it. Returns at once, and logs a failure without the message's content. */
  send(message: Message): void
  /** Sends a message that `reserve` has counted. */
  sendReserved(message: Message): void
  /** Waits for all messages under way; each ends within its carrier's time limit. */
  flush(): Promise<void>
}

/** A rate limit per recipient. */
export interface RecipientLimit {
  /** Whether the recipient may get one more message. */
  accepts(recipient: string): Promise<boolean>
  /** Counts one more, unless the recipient may get none. Returns whether it was counted. */
  take(recipient: string): Promise<boolean>
}

interface Carrier<Message> {
  /** Kind of message, for the log. */
  readonly what: string
  send(message: Message): Promise<void>
  readonly limit: RecipientLimit
  /** Returns the recipient behind an address, however it is spelled. */
  recipientOf?(to: string): string
}

export function createPost<Message extends { readonly to: string; readonly subject?: string }>(
  { what, send, limit, recipientOf = (to) => to }: Carrier<Message>,
  log: FastifyBaseLogger,
): Post<Message> {
  const onTheWay = new Set<Promise<void>>()
  let withheld = 0
  /** Messages before have been counted: all leave in the order in which they were asked for. */
  let counted: Promise<unknown> = Promise.resolve()
  const unlessWithheld = (isAccepted: boolean) => {
    if (isAccepted) return true
    withheld += 1
    if (logBudget.take(`${what} withheld`, log)) log.warn({ withheld }, `${what} withheld: too many to one address`)
    return false
  }
  const reserve = async (to: string) => unlessWithheld(await limit.take(recipientOf(to)))
  const inBackground = ({ subject }: Message, work: () => Promise<void>) => {
    const delivery = work()
      .catch((error: unknown) => log.error({ subject, cause: String(error) }, `${what} could not be sent`))
      .finally(() => onTheWay.delete(delivery))
    onTheWay.add(delivery)
  }
  return {
    async accepts(to) {
      // Messages sent before may still be on the way into the count.
      await counted
      return unlessWithheld(await limit.accepts(recipientOf(to)))
    },
    reserve,
    sendReserved(message) {
      const before = counted
      inBackground(message, async () => {
        await before
        await send(message)
      })
    },
    send(message) {
      const before = Promise.allSettled([reserve(message.to), counted])
      counted = before
      inBackground(message, async () => {
        const [own] = await before
        if (own.status === 'rejected') throw own.reason
        if (own.value) await send(message)
      })
    },
    async flush() {
      await Promise.all(onTheWay)
    },
  }
}
