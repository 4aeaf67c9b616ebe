import { NOTIFICATION_KINDS } from '@tribune/domain/messages/notification.ts'
import { expect, test } from 'vitest'
import { messageFragment, readMessageFragment } from './push.ts'

test.each(NOTIFICATION_KINDS)('the address of a message says its kind, %s, and what turns it off', (kind) => {
  const message = { kind, off: 'A-b_9' }
  expect(readMessageFragment(messageFragment(message))).toEqual(message)
})

test.each(['', 'vote', 'message=', 'message=goal.AAAA', 'message=opening', 'message=opening.', 'message=opening.a b'])(
  'another fragment, %j, is no message',
  (fragment) => expect(readMessageFragment(fragment)).toBe(null),
)
