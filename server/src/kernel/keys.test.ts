import { expect, test } from 'vitest'
import { keyFor } from './keys.ts'

const SECRET = 'a secret of a test, long enough to be one'

test('a key is the same for the same secret and purpose, and differs for any other', () => {
  const key = keyFor(SECRET, 'sessions')
  expect(key).toHaveLength(32)
  expect(keyFor(SECRET, 'sessions')).toEqual(key)
  expect(keyFor(SECRET, 'codes')).not.toEqual(key)
  expect(keyFor(`${SECRET}!`, 'sessions')).not.toEqual(key)
})
