import { NOTIFICATION_KINDS } from '@tribune/domain/notification.ts'

/** Values that the server sends in a push message, and that the receiving app or worker must know. */

/** Android's channel of our notifications: the app creates it, each message names it. */
export const PUSH_CHANNEL = 'matchs'
/** Categories of iOS, one for each kind of message. */
export const PUSH_CATEGORIES = NOTIFICATION_KINDS
/** The action of a notification that turns its kind off. */
export const PUSH_OFF = 'off'
