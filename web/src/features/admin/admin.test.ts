import { expect, test } from 'vitest'
import { matchIdIn, minuteIn } from './match-id-rules.ts'
import { readForm, standingWords, typedOf } from './notice-section.tsx'
import { changedRows } from './operator-frame.tsx'

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

const NAMES = new Map([['61', 'Ligue 1']])

test.each([
  ['a value', { coefficient: 2.5 }, { coefficient: 2.9 }, ['Coefficient : 2,50 → 2,90']],
  ['only those that differ', { final: 1, qf: 1 }, { final: 1.5, qf: 1 }, ['Finale : 1,00 → 1,50']],
  [
    'a list by its names',
    { coefficients: { 61: 2, 2: 3 } },
    { coefficients: { 61: 2.5, 2: 3 } },
    ['Ligue 1 : 2,00 → 2,50'],
  ],
  ['stored words in French', { status: 'live' }, { status: 'finished' }, ['Statut : En direct → Terminé']],
  ['what is gone', { ballots: 3 }, null, ['Bulletins : 3 → –']],
  ['what has come', null, { ballots: 3 }, ['Bulletins : – → 3']],
])('shows %s', (_what, seen, current, lines) => {
  expect(changedRows({ seen, current, names: NAMES }).map(({ name, text }) => `${name} : ${text}`)).toEqual(lines)
})

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
