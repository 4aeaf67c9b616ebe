import { expect, test } from 'vitest'
import { isPromptDue } from './follow-prompt.tsx'

const FIRST = { voted: true, votes: 1, clubs: 2, followsOne: false, asked: false }

test.each([
  ['after the first complete ballot', FIRST, true],
  ['before it is counted', { ...FIRST, votes: 0 }, true],
  ['after the third, where they have left before', { ...FIRST, votes: 3 }, true],
  ['after a fourth one', { ...FIRST, votes: 4 }, false],
  ['before the ballot is complete', { ...FIRST, voted: false }, false],
  ['a visitor', { ...FIRST, votes: undefined }, false],
  ['a fan of one of the clubs', { ...FIRST, followsOne: true }, false],
  ['on a phone that has asked', { ...FIRST, asked: true }, false],
  ['a stored answer without the clubs’ ids', { ...FIRST, clubs: 0 }, false],
])('%s: %o', (_name, one, due) => {
  expect(isPromptDue(one)).toBe(due)
})
