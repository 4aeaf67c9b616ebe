import type { Mailer } from '../mail/mailer.ts'
import type { PushSender } from '../push/sender.ts'
import type { SmsSender } from '../sms/sender.ts'
import type { Metrics } from './metrics.ts'

interface Senders {
  readonly mailer: Mailer
  readonly sms: SmsSender
  readonly push: PushSender
}

/** Returns senders that count what comes of each attempt. */
export function countedSenders({ mailer, sms, push }: Senders, { messages }: Metrics): Senders {
  const count = async (channel: string, sending: Promise<void>) => {
    try {
      await sending
      messages.inc({ channel, outcome: 'sent' })
    } catch (error) {
      messages.inc({ channel, outcome: 'failed' })
      throw error
    }
  }
  const countOutcome = async <A extends { readonly outcome: string }>(channel: string, sending: Promise<A>) => {
    const answer = await sending
    messages.inc({ channel, outcome: answer.outcome })
    return answer
  }
  return {
    mailer: {
      send: (mail) => count('mail', mailer.send(mail)),
      sendInBulk: (mail) => countOutcome('digest', mailer.sendInBulk(mail)),
      close: () => mailer.close(),
    },
    sms: { send: (text) => count('sms', sms.send(text)) },
    push: {
      publicKey: push.publicKey,
      offers: (kind) => push.offers(kind),
      accepts: (address) => push.accepts(address),
      send: (message, now) => countOutcome(message.target.kind, push.send(message, now)),
      close: () => push.close(),
    },
  }
}
