import { expect, test } from 'vitest'
import { hmacOf, isHmacOf, keyFor } from './keys.ts'

const SECRET = 'a secret of a test, long enough to be one'

test('a key is the same for the same secret and purpose, and differs for any other', () => {
  const key = keyFor(SECRET, 'sessions')
  expect(key.symmetricKeySize).toBe(32)
  expect(keyFor(SECRET, 'sessions').equals(key)).toBe(true)
  expect(keyFor(SECRET, 'codes').equals(key)).toBe(false)
  expect(keyFor(`${SECRET}!`, 'sessions').equals(key)).toBe(false)
})

test('an HMAC proves its text under its key alone', () => {
  const key = keyFor(SECRET, 'sessions')
  const hmac = hmacOf(key, 'a text')
  expect(hmac).toMatch(/^[\w-]{43}$/)
  expect(isHmacOf(key, 'a text', hmac)).toBe(true)
  expect(isHmacOf(key, 'another text', hmac)).toBe(false)
  expect(isHmacOf(keyFor(SECRET, 'codes'), 'a text', hmac)).toBe(false)
  expect(isHmacOf(key, 'a text', hmac.slice(0, -1))).toBe(false)
})
