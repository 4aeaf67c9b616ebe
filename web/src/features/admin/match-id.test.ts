import { expect, test } from 'vitest'
import { matchIdIn } from './match-id-rules.ts'

test.each([
  ['12', 12],
  [' 9999999 ', 9_999_999],
  ['007', 7],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', null],
  ['9'.repeat(40), null],
  ['0', null],
  ['-3', null],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['douze', null],
  ['', null],
])('reads %j as %j', (typed, id) => {
  expect(matchIdIn(typed)).toBe(id)
})
