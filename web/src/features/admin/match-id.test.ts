import { expect, test } from 'vitest'
import { matchIdIn, minuteIn } from './match-id-rules.ts'

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
  ['/match/2078521', 2_078_521],
  [' https://tribune.app/match/2078521?from=home ', 2_078_521],
  ['http://localhost:3000/match/12/', 12],
  ['/match/', null],
  ['/match/12/votes', null],
  ['/player/12', null],
  ['/match/9007199254740992', null],
  ['', null],
])('reads %j as %j', (typed, id) => {
  expect(matchIdIn(typed)).toBe(id)
})

test.each([
  ['', null],
  [' ', null],
  ['1', 1],
  [' 75 ', 75],
  ['120', 120],
  ['0', undefined],
  ['121', undefined],
  ['-5', undefined],
  ['60.5', undefined],
  ['mi-temps', undefined],
])('reads the minute %j as %j', (typed, minute) => {
  expect(minuteIn(typed)).toBe(minute)
})
