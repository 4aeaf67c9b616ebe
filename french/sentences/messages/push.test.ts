import { expect, test } from 'vitest'
import { pushText, withScore } from './push.ts'

const FIXTURE = { home: 'FC Rive', away: 'Stade Aval', homeScore: 2, awayScore: 1 }
const textOf = (winners: readonly string[], spoilers = true) =>
  pushText('result', { ...FIXTURE, winners }, { spoilers, minutesLeft: 0 }).body

test.each([
  [['Ida'], 'Ida en tête du podium de FC Rive 2\u00a0– 1 Stade Aval.'],
  [['Ida', 'Lou'], 'Ida et Lou en tête du podium de FC Rive 2\u00a0– 1 Stade Aval.'],
  [['Ida', 'Lou', 'Zoé'], 'Ida, Lou et Zoé en tête du podium de FC Rive 2\u00a0– 1 Stade Aval.'],
  [['Ida', 'Lou', 'Zoé', 'Ève'], '4\u00a0joueurs à égalité en tête du podium de FC Rive 2\u00a0– 1 Stade Aval.'],
  [[], 'Le podium de FC Rive 2\u00a0– 1 Stade Aval est publié.'],
])('a result names all who share the first rank: %j', (winners, body) => {
  expect(textOf(winners)).toBe(body)
})

test('a result without spoilers names no player', () => {
  expect(textOf(['Ida', 'Lou'], false)).toBe('Le podium de FC Rive\u00a0– Stade Aval est publié.')
})

test.each([
  [
    { kicks: { home: 4, away: 3 }, winner: 'home' as const },
    'FC Rive 1\u00a0– 1 Stade Aval (4\u00a0–\u00a03\u00a0t.a.b.)',
  ],
  [{ kicks: null, winner: 'away' as const }, 'FC Rive 1\u00a0– 1 Stade Aval (Stade Aval\u00a0t.a.b.)'],
])('a score decided on penalties has its shoot-out behind it', (shootout, words) => {
  expect(withScore({ ...FIXTURE, homeScore: 1, awayScore: 1, shootout })).toBe(words)
})
