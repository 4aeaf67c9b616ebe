import { expect, test } from 'vitest'
import { daysInParis, hourInParis, momentInParis, shortMomentInParis, sortableMomentInParis } from './paris.ts'

test.each([
  ['2026-11-21T20:05:00Z', true, 'sam. 21 nov., 21\u00a0h\u00a005 (Paris)'],
  ['2026-11-21T20:00:00Z', true, 'sam. 21 nov., 21\u00a0h (Paris)'],
  ['2026-10-31T23:30:00Z', true, 'dim. 1er nov., 0\u00a0h\u00a030 (Paris)'],
  ['2026-11-11T20:00:00Z', false, 'mer. 11 nov.'],
  ['2026-12-01T20:00:00Z', false, 'mar. 1er déc.'],
])('%s, hour known %s: %s', (kickOff, hourKnown, words) => {
  expect(momentInParis(new Date(kickOff), hourKnown)).toBe(words)
})

test.each([
  ['2026-11-21T20:05:00Z', true, '21 nov., 21\u00a0h\u00a005', '21/11/2026 21:05', 21],
  ['2026-10-31T23:30:00Z', true, '1er nov., 0\u00a0h\u00a030', '01/11/2026 00:30', 0],
  ['2026-07-01T22:00:00Z', false, '2 juil.', '02/07/2026', 0],
])('%s, hour known %s, in a table and a spreadsheet', (kickOff, hourKnown, short, sortable, hour) => {
  const at = new Date(kickOff)
  expect([shortMomentInParis(at, hourKnown), sortableMomentInParis(at, hourKnown)]).toEqual([short, sortable])
  expect(hourInParis(at)).toBe(hour)
})

test.each([
  ['2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', 'du 16 au 22 novembre'],
  ['2026-10-25T23:00:00Z', '2026-11-01T23:00:00Z', 'du 26 octobre au 1er novembre'],
  ['2026-03-31T22:00:00Z', '2026-04-07T22:00:00Z', 'du 1er au 7 avril'],
])('the days from %s until %s: %s', (start, end, words) => {
  expect(daysInParis(new Date(start), new Date(end))).toBe(words)
})
