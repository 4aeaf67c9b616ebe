import { NOTIFICATION_KINDS } from '@tribune/domain/messages/notification.ts'
import { expect, test } from 'vitest'
import { messagePath, readMessageFragment } from './push.ts'

test.each(NOTIFICATION_KINDS)('the address of a message says its kind, %s, and what turns it off', (kind) => {
  const message = { kind, off: 'A-b_9' }
  const [path, fragment = ''] = messagePath({ ...message, path: '/match/7' }).split('#')
  expect([path, readMessageFragment(fragment)]).toEqual(['/match/7', message])
})

test('the address of a message that cannot be turned off is its path alone', () => {
  expect(messagePath({ path: '/admin', kind: 'alert' })).toBe('/admin')
})

test.each(['', 'vote', 'message=', 'message=goal.AAAA', 'message=opening', 'message=opening.', 'message=opening.a b'])(
  'another fragment, %j, is not a message',
  (fragment) => expect(readMessageFragment(fragment)).toBe(null),
)
