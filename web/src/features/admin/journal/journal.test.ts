import { expect, it, test } from 'vitest'
import { readJournalAddress } from '../admin-address.ts'
import { changedValues, subjectWords } from './journal-row.tsx'

test.each([
  ['match:12', null, 'Match 12'],
  ['match:12', 'FC Rive – Stade Aval', 'FC Rive – Stade Aval'],
  ['derby:3-7', null, 'Derby 3-7'],
  ['fan:01a20d8d-c104-7608-9ec5-2053696ce700', null, 'Supporter …2053696ce700'],
  ['all', null, 'Tout'],
  ['moon:4', null, 'moon:4'],
])('names the subject %s, whose name is %s', (subject, subject_name, named) => {
  expect(subjectWords({ subject, subject_name })).toBe(named)
})

test.each([
  ['a change', { coefficient: 3 }, { coefficient: 2.9 }, ['Coefficient : 3,00 → 2,90']],
  ['the changed part of a table', { qf: 1, final: 1 }, { qf: 1, final: 1.2 }, ['Finale : 1,00 → 1,20']],
  ['a value that came', null, { reason: 'Trop de comptes' }, ['Raison : Trop de comptes']],
  ['a value that went', { sessions: 2 }, null, ['Sessions : 2']],
  ['stored words in French', { status: 'live' }, { status: 'finished' }, ['Statut : En direct → Terminé']],
  ['names of players', null, { first_three: ['Ana Rivage', 'Bo Sel'] }, ['Trois premiers : Ana Rivage, Bo Sel']],
  ['ids of players who no longer exist', null, { first_three: [700_000_004] }, ['Trois premiers : 700000004']],
  [
    'days of the calendar',
    { starts_on: '2026-07-01' },
    { starts_on: '2026-07-15' },
    ['Premier jour : 1er juillet 2026 → 15 juillet 2026'],
  ],
  [
    'accounts that are alike',
    null,
    { dimension: 'account', label: '1.0' },
    ['Indice commun : Comptes semblables', 'Intitulé : Compte\u00a0: moins d’une heure, e-mail seul'],
  ],
  [
    'one podium of one minute, without its players',
    null,
    { dimension: 'podium_minute', label: '2026-11-24T12:05:00Z 12,7,9' },
    ['Indice commun : Même podium, même minute', expect.stringMatching(/^Intitulé : Même podium, même minute \(.+\)$/)],
  ],
  ['the label of a season unchanged', { label: '1.0' }, { label: '2.0' }, ['Intitulé : 1.0 → 2.0']],
  ['nothing for a label that a group has not', null, { label: null }, []],
  ['an unknown name unchanged', null, { moon: true }, ['moon : oui']],
  ['a value that was nothing', { minute: null }, { minute: 12 }, ['Minute : – → 12']],
])('shows %s', (_what, before, after, lines) => {
  expect(changedValues({ before, after }).map(({ name, text }) => `${name} : ${text}`)).toEqual(lines)
})

it.each([
  [
    { action: 'match_ranked', subject: 'match:12' },
    { action: 'match_ranked', subject: 'match:12' },
  ],
  [{ action: 'everything', subject: 7 }, { subject: '7' }],
  [
    { from: '2026-11-01', to: '2026-11-30', text: 2.5 },
    { from: '2026-11-01', to: '2026-11-30', text: '2.5' },
  ],
  [{ from: '2026-02-30', to: '0999-01-01' }, {}],
  [{ from: 20_261_101, to: 'hier', text: '' }, {}],
  [{ text: 'x'.repeat(200) }, { text: 'x'.repeat(100) }],
])('keeps only the journal’s filters of %j', (asked, remaining) => {
  expect(readJournalAddress(asked)).toEqual(remaining)
})
