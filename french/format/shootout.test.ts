import type { Shootout } from '@tribune/domain/matches/shootout.ts'
import { expect, test } from 'vitest'
import { scoreWords, shootoutWords, shortShootout } from './shootout.ts'

const KICKS: Shootout = { kicks: { home: 4, away: 3 }, winner: 'home' }
const match = (shootout?: Shootout | null) => ({
  home_team: 'FC Rive',
  away_team: 'Stade Aval',
  home_score: 1,
  away_score: 1,
  shootout,
})

test.each<
  [what: string, shootout: Shootout | null | undefined, words: string | null, short: string | null, score: string]
>([
  ['without one', null, null, null, '1 – 1'],
  ['of an answer without the field', undefined, null, null, '1 – 1'],
  ['with its penalties', KICKS, '4 – 3 aux tirs au but', '4 – 3 t.a.b.', '1 – 1 (4 – 3 t.a.b.)'],
  [
    'with its winner alone',
    { kicks: null, winner: 'away' },
    'Stade Aval aux tirs au but',
    'Stade Aval t.a.b.',
    '1 – 1 (Stade Aval t.a.b.)',
  ],
  ['of which nothing is known', { kicks: null, winner: null }, 'Aux tirs au but', 't.a.b.', '1 – 1 (t.a.b.)'],
])('a shoot-out %s', (_what, shootout, words, short, score) => {
  const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null
  expect([shootoutWords, shortShootout, scoreWords].map((of) => plain(of(match(shootout))))).toEqual([
    words,
    short,
    score,
  ])
})

test('a score that is unknown has no words', () => {
  expect(scoreWords({ ...match(KICKS), home_score: null })).toBeNull()
})
