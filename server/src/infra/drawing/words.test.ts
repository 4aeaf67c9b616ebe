import { expect, test } from 'vitest'
import { when } from './words.ts'

test.each([
  ['2026-11-21T20:05:00Z', true, 'sam. 21 nov., 21\u00a0h\u00a005 (Paris)'],
  ['2026-11-21T20:00:00Z', true, 'sam. 21 nov., 21\u00a0h (Paris)'],
  ['2026-10-31T23:30:00Z', true, 'dim. 1er nov., 0\u00a0h\u00a030 (Paris)'],
  ['2026-11-11T20:00:00Z', false, 'mer. 11 nov.'],
  ['2026-12-01T20:00:00Z', false, 'mar. 1er déc.'],
])('%s, hour known %s: %s', (kickOff, hourKnown, words) => {
  expect(when(new Date(kickOff), hourKnown)).toBe(words)
})
