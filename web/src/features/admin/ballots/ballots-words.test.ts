import type { BallotStanding, SharedByBallots } from '@tribune/contract/operator/ballots.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { expect, test } from 'vitest'
import { figureWords, isSameResult, sharedWords, shareWords } from './ballots-words.ts'

const AT = '2026-03-14T20:31:00Z'
const NOTHING: SharedByBallots = { dimension: 'network', account: null, domain: null, minute: null }

test.each<[Partial<SharedByBallots>, string]>([
  [{ dimension: 'network' }, 'Même réseau'],
  [{ dimension: 'network_wide' }, 'Réseaux voisins (/24 ou /56)'],
  [{ dimension: 'network_widest' }, 'Réseaux voisins (/48)'],
  [{ dimension: 'device' }, 'Même appareil'],
  [
    { dimension: 'account', account: { strength: 'email', age: 'hour' } },
    'Compte\u00a0: moins d’une heure, e-mail seul',
  ],
  [{ dimension: 'mail_domain', domain: 'stade.example' }, 'Domaine stade.example'],
  [{ dimension: 'podium_minute', minute: AT }, `Même podium, même minute (${shortDay(AT)} à ${hour(AT)})`],
])('a group is named by what its ballots share: %j', (of, title) => {
  expect(sharedWords({ ...NOTHING, ...of })).toBe(title)
})

test.each([
  [1_001, 2_204, '1\u202f001\u00a0bulletins, 45\u00a0% des bulletins comptés'],
  [3, 2_000, '3\u00a0bulletins, moins de 1\u00a0% des bulletins comptés'],
  [3, 0, '3\u00a0bulletins, moins de 1\u00a0% des bulletins comptés'],
])('%d of %d ballots are described as « %s »', (ballots, all, sentence) => {
  expect(shareWords(ballots, all)).toBe(sentence)
})

test('the figures are the counted ballots and those set aside', () => {
  expect(figureWords(1_203, 1_001)).toBe('1\u202f203\u00a0bulletins comptés, 1\u202f001 mis de côté')
  expect(figureWords(1, 3)).toBe('1\u00a0bulletin compté, 3 mis de côté')
})

test('results with the same source, players and ranks are the same, even if their points differ', () => {
  const row = { player_id: 7, player_name: 'Milo Serrano', rank: 1, points: 300 }
  const one: BallotStanding = { source: 'votes', counted: 20, first: [row] }
  expect(isSameResult(one, { ...one, counted: 9, first: [{ ...row, points: 1 }] })).toBe(true)
  expect(isSameResult(one, { ...one, source: 'ratings_fallback' })).toBe(false)
  expect(isSameResult(one, { ...one, first: [{ ...row, rank: 2 }] })).toBe(false)
})
