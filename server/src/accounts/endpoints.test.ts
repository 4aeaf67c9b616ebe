import { expect, it } from 'vitest'
import { ENDPOINTS, rulesOf } from './endpoints.ts'

it.each([
  ['/sign-in/email', true],
  ['/reset-password/token', true],
  ['/sign-in/email/', false],
  ['/sign-in', false],
  ['/update-user', false],
  ['/toString', false],
  ['', false],
])('the path %j below the prefix is open: %s', (path, open) => {
  expect(rulesOf(path) !== undefined).toBe(open)
})

it('a session inherits from another where the second factor or the app makes it, and nowhere else', () => {
  const found = Object.entries(ENDPOINTS).flatMap(([path, rules]) =>
    'inherits' in rules ? [[path, rules.inherits]] : [],
  )
  expect(found).toEqual([
    ['/two-factor/enable', 'factorChange'],
    ['/two-factor/disable', 'factorChange'],
    ['/two-factor/generate-backup-codes', 'factorChange'],
    ['/two-factor/verify-totp', 'secondProof'],
    ['/two-factor/send-otp', 'factorChange'],
    ['/two-factor/verify-otp', 'secondProof'],
    ['/two-factor/verify-backup-code', 'secondProof'],
    ['/app/exchange', 'handover'],
  ])
})
