import { expect, it } from 'vitest'
import { rulesOf } from './endpoints.ts'

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
