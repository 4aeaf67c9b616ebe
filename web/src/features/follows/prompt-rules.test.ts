import { expect, test } from 'vitest'
import { isPromptDue } from './prompt-rules.ts'

const FIRST = { voted: true, votes: 1, clubs: 2, followsOne: false, asked: false }

test.each([
  ['after the first complete ballot', FIRST, true],
  ['before it is counted', { ...FIRST, votes: 0 }, true],
  ['after a second one', { ...FIRST, votes: 2 }, false],
  ['before the ballot is complete', { ...FIRST, voted: false }, false],
  ['a visitor', { ...FIRST, votes: undefined }, false],
  ['a fan of one of the clubs', { ...FIRST, followsOne: true }, false],
  ['on a phone that has asked', { ...FIRST, asked: true }, false],
  ['a kept answer without the clubs’ ids', { ...FIRST, clubs: 0 }, false],
])('%s: %o', (_name, one, due) => {
  expect(isPromptDue(one)).toBe(due)
})
