import { expect, test } from 'vitest'
import { changedRows } from './changed-dialog.tsx'

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
