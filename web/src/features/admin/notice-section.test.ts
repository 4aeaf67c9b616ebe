import { expect, test } from 'vitest'
import { readForm, standingWords, typedOf } from './notice-section.tsx'

// The suites run in Kathmandu (+05:45).
const NOW = new Date('2026-03-14T20:00:00Z')
const typed = { text: ' Bonsoir ', start: '', end: '2026-03-15T02:00' }

test('a moment is shown and read in the zone of this device', () => {
  expect(readForm(typed, NOW)).toEqual({
    text: 'Bonsoir',
    left: 193,
    times: { starts_at: null, ends_at: '2026-03-14T20:15:00.000Z' },
    endFault: null,
    isReady: true,
  })
})

test('the form shows the notice that is there, until it has ended', () => {
  const times = { starts_at: '2026-03-14T20:00:30.000Z', ends_at: '2026-03-14T20:15:30.000Z' }
  const notice = { id: 1, text: 'Bonsoir', ...times }
  expect(typedOf(notice, NOW)).toEqual({ text: 'Bonsoir', start: '2026-03-15T01:45', end: '2026-03-15T02:00' })
  expect(typedOf(notice, new Date(times.ends_at))).toEqual({ text: '', start: '', end: '' })
})

test.each([
  ['no text', { text: ' ' }, null],
  ['too long a text', { text: 'x'.repeat(201) }, null],
  ['no end yet', { end: '' }, null],
  [
    'an end that has passed',
    { end: '2026-03-15T01:00' },
    'La fin vient après le début, dans l’avenir, et dans un mois au plus.',
  ],
  [
    'an end before its start',
    { start: '2026-03-15T03:00' },
    'La fin vient après le début, dans l’avenir, et dans un mois au plus.',
  ],
])('%s cannot be published', (_what, change, endFault) => {
  expect(readForm({ ...typed, ...change }, NOW)).toMatchObject({ isReady: false, endFault })
})

test.each([
  ['2026-03-14T21:00:00Z', '2026-03-14T22:00:00Z', /^Prévue le/],
  ['2026-03-14T20:00:04Z', '2026-03-14T22:00:00Z', /^En ligne jusqu’au/],
  ['2026-03-14T19:00:00Z', '2026-03-14T22:00:00Z', /^En ligne jusqu’au/],
  ['2026-03-14T18:00:00Z', '2026-03-14T19:00:00Z', /^Terminée depuis/],
])('from %s to %s it is %s', (starts_at, ends_at, words) => {
  expect(standingWords({ id: 1, text: 'Bonsoir', starts_at, ends_at }, NOW)).toMatch(words)
})
