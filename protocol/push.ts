import { NOTIFICATION_KINDS, type NotificationKind } from '@tribune/domain/messages/notification.ts'

/** Values that the server sends in a push message, and that the receiving app or worker must know. */

/** Android's channel of our notifications: the app creates it, each message names it. */
export const PUSH_CHANNEL = 'matchs'
/** Categories of iOS, one for each kind of message. */
export const PUSH_CATEGORIES = NOTIFICATION_KINDS
/** The action of a notification that turns its kind off. */
export const PUSH_OFF = 'off'
/** The screen that an alert to the operator opens. */
export const ALERT_PATH = '/admin'
/** Name under which Android's app says which action of a notification started it. */
export const MESSAGE_ACTION = 'action'

/** A message as the screen that its tap opens knows it: its kind, and the proof that turns that kind off. */
export interface OpeningMessage {
  readonly kind: NotificationKind
  readonly off: string
}

/** Where a tap on a message leads. */
interface MessageTarget {
  readonly path: string
  readonly kind: string
  /** None for a kind that cannot be turned off. */
  readonly off?: string | undefined
}

/** Returns the path that a message opens. The proof that turns its kind off is in the fragment, which never leaves the browser, so that no log has it. */
export function messagePath({ path, kind, off }: MessageTarget): string {
  return off === undefined ? path : `${path}#message=${kind}.${off}`
}

/** Reads the fragment of a {@link messagePath}, without its `#`. Returns null for any other. */
export function readMessageFragment(fragment: string): OpeningMessage | null {
  const [, named, off] = /^message=([a-z]+)\.([\w-]{1,100})$/.exec(fragment) ?? []
  const kind = NOTIFICATION_KINDS.find((known) => known === named)
  return kind === undefined || off === undefined ? null : { kind, off }
}
