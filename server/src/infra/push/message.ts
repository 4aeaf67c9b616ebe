import type { SubscriptionKind } from '@tribune/domain/messages/notification.ts'

/** Content of a notification, the same over every service. */
interface Notice {
  readonly title: string
  readonly body: string
  /** Path of the screen that a tap opens. */
  readonly path: string
  readonly kind: string
  /** Proof with which the notification's own action turns its kind off; none for a kind that cannot be turned off. */
  readonly off?: string
}

/** Where a message goes. */
export interface PushTarget {
  readonly kind: SubscriptionKind
  /** Address of a browser at its push service, or token of a phone. */
  readonly endpoint: string
  /** Keys of a browser. */
  readonly p256dh: Buffer | null
  readonly auth: Buffer | null
}

export interface PushMessage {
  readonly target: PushTarget
  readonly notice: Notice
  /**
   * At most 32 characters of base64url. A later message with the same one replaces the first where the service still keeps it, and on the
   * screen where it does not.
   */
  readonly topic: string
  readonly expiresAt: Date
  readonly urgent: boolean
  /** Whether the device may have shown it already, and so makes no sound where it does not remember what it has shown. */
  readonly silent: boolean
}

/** The outcome of one attempt: delivered to the service; subscription gone; worth another attempt; refused for good. */
export type PushOutcome =
  | { readonly outcome: 'sent' | 'gone' }
  | {
      readonly outcome: 'later'
      readonly afterMs: number | null
      readonly reason: string
      /** Our own credentials or settings are at fault, which says nothing about the subscription. */
      readonly ours: boolean
      /** The service may have taken the message all the same. */
      readonly inDoubt: boolean
    }
  | { readonly outcome: 'refused'; readonly reason: string }

/** A fault on our side that keeps a message from its service. */
export class OwnFault extends Error {}

/** A request without an answer that its service may have taken. */
export class InDoubt extends Error {}

/** One push service's way of taking a message. */
export interface PushService {
  send(message: PushMessage, now: Date): Promise<PushOutcome>
}
