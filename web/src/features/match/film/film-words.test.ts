import type { HomeFixture, MatchEvent } from '@tribune/contract/matches.ts'
import { NO_FACTS, type PlayerFacts } from '@tribune/domain/matches/events.ts'
import { expect, test } from 'vitest'
import { emptyFilm, eventMinute, factWords, filmRows, spokenEvent } from './film-words.ts'

const MATCH = { home_team: 'Stade Clairmont', away_team: 'AS Belleroche' }
const event = (change: Partial<MatchEvent> = {}): MatchEvent => ({
  minute: 12,
  extra: null,
  type: 'goal',
  team: 'home',
  player: { id: 1, name: 'Éloi Vasseur' },
  assist: null,
  ...change,
})
const spoken = (change: Partial<MatchEvent>) => spokenEvent({ place: 0, event: event(change), score: null }, MATCH)

test('the score follows each goal and kick, each with a count of its own', () => {
  const { play, kicks } = filmRows([
    event(),
    event({ type: 'yellow' }),
    event({ type: 'own_goal', team: 'away' }),
    event({ type: 'annulled_goal' }),
    event({ type: 'penalty' }),
    event({ type: 'missed_penalty' }),
    event({ type: 'missed_kick' }),
    event({ type: 'kick', team: 'away' }),
  ])
  const scores = (rows: typeof play) => rows.map(({ score }) => score?.replaceAll('\u00a0', ' ') ?? null)
  expect(scores(play)).toEqual(['1 – 0', null, '1 – 1', null, '2 – 1', null])
  expect(scores(kicks)).toEqual([null, '0 – 1'])
})

test.each<[change: Partial<MatchEvent>, sentence: string]>([
  [{}, '12e minute, But, Éloi Vasseur, Stade Clairmont'],
  [{ minute: 1, extra: 2, team: 'away' }, '1re minute plus 2, But, Éloi Vasseur, AS Belleroche'],
  [{ player: null, type: 'unknown' }, '12e minute, Fait de jeu, Stade Clairmont'],
  [
    { assist: { id: 2, name: 'Ilian Costa' } },
    '12e minute, But, Éloi Vasseur, Stade Clairmont, Passe décisive\u00a0: Ilian Costa',
  ],
  [
    { type: 'substitution', assist: { id: 2, name: 'Ilian Costa' } },
    '12e minute, Remplacement, entre Ilian Costa, sort Éloi Vasseur, Stade Clairmont',
  ],
  [{ type: 'kick', minute: 120, extra: 3 }, 'Tir au but réussi, Éloi Vasseur, Stade Clairmont'],
])('%j is read as « %s »', (change, sentence) => {
  expect(spoken(change)).toBe(sentence)
})

test('an event has its minute, and a kick has none', () => {
  expect([event(), event({ extra: 3, minute: 90 }), event({ type: 'kick' })].map(eventMinute)).toEqual([
    "12'",
    "90+3'",
    '',
  ])
})

test.each<[status: HomeFixture['status'], score: [number | null, number | null], sentence: string]>([
  ['live', [0, 0], 'Rien à signaler pour l’instant.'],
  ['live', [null, null], 'Rien à signaler pour l’instant.'],
  ['live', [0, 1], 'Le film de ce match n’est pas connu.'],
  ['finished', [0, 0], 'Le film de ce match n’est pas connu.'],
])('without events, a match that is %s at %j says « %s »', (status, [home_score, away_score], sentence) => {
  expect(emptyFilm({ status, home_score, away_score } as HomeFixture)).toBe(sentence)
})

test.each<[facts: Partial<PlayerFacts> | undefined, words: string[]]>([
  [undefined, []],
  [{}, []],
  [{ goals: 1, assists: 2 }, ['1\u00a0but', '2\u00a0passes décisives']],
  [{ ownGoals: 1, missedPenalties: 2 }, ['1\u00a0but contre son camp', '2\u00a0penaltys manqués']],
  [{ yellow: true }, ['carton jaune']],
  [{ red: true }, ['carton rouge']],
  [{ yellow: true, red: true }, ['carton jaune, puis rouge']],
  [
    { cameOn: { minute: 46, extra: null }, wentOff: { minute: 90, extra: 2 } },
    ['entrée en jeu à la 46e minute', 'remplacement à la 90e minute plus 2'],
  ],
])('the facts %j are read as %j', (facts, words) => {
  expect(factWords(facts && { ...NO_FACTS, ...facts })).toEqual(words)
})
