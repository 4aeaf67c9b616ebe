import { NOTIFICATION_KINDS, type NotificationKind } from '@tribune/domain/messages/notification.ts'

/** Values that the server sends in a push message, and that the receiving app or worker must know. */

/** Android's channel of our notifications: the app creates it, each message names it. */
export const PUSH_CHANNEL = 'matchs'
/** Categories of iOS, one for each kind of message. */
export const PUSH_CATEGORIES = NOTIFICATION_KINDS
/** The action of a notification that turns its kind off. */
export const PUSH_OFF = 'off'
/** Name under which Android's app says which action of a notification started it. */
export const MESSAGE_ACTION = 'action'

/** A message as the screen that its tap opens knows it: its kind, and the proof that turns that kind off. */
export interface OpeningMessage {
  readonly kind: NotificationKind
  readonly off: string
}

/** Returns the fragment of the address that a message opens, without its `#`. A fragment never leaves the browser, so no log has the proof. */
export function messageFragment({ kind, off }: { readonly kind: string; readonly off: string }): string {
  return `message=${kind}.${off}`
}

/** Reads a fragment of {@link messageFragment}. Returns null for any other. */
export function readMessageFragment(fragment: string): OpeningMessage | null {
  const [, said, off] = /^message=([a-z]+)\.([\w-]{1,100})$/.exec(fragment) ?? []
  const kind = NOTIFICATION_KINDS.find((known) => known === said)
  return kind === undefined || off === undefined ? null : { kind, off }
}
