import { KEPT_SINCE_HEADER } from '@tribune/protocol/offline.ts'
import { afterEach, expect, test } from 'vitest'
import { dataAge, forgetStoredAnswers, recordAnswerAge } from './data-age.ts'

afterEach(() => forgetStoredAnswers())

const stored = (since: string) => new Headers({ [KEPT_SINCE_HEADER]: since })

test('an answer of the server dates from its arrival', () => {
  recordAnswerAge('/api/rpc/get_home_matches', new Headers(), 5_000)
  expect(dataAge()).toEqual({ since: 5_000, stale: false })
})

test('a stored answer is stale, and dates from the time when it was stored', () => {
  recordAnswerAge('/api/rpc/get_match_screen', stored('2000'), 9_000)
  expect(dataAge()).toEqual({ since: 2_000, stale: true })
})

test('a screen of several answers is as old as the oldest, until that one is replaced', () => {
  recordAnswerAge('/api/players_ref/7', stored('2000'), 9_000)
  recordAnswerAge('/api/season_player_points', stored('1000'), 9_000)
  recordAnswerAge('/api/rpc/get_home_matches', new Headers(), 9_500)
  expect(dataAge()).toEqual({ since: 1_000, stale: true })
  recordAnswerAge('/api/season_player_points', new Headers(), 9_600)
  expect(dataAge()).toEqual({ since: 2_000, stale: true })
  forgetStoredAnswers(9_700)
  expect(dataAge()).toEqual({ since: 9_700, stale: false })
})

test('an unreadable header is ignored', () => {
  recordAnswerAge('/api/rpc/get_match_screen', stored('soon'), 9_000)
  expect(dataAge()).toEqual({ since: 9_000, stale: false })
})

test.each(['/api/me', '/api/votes/12', '/api/functions/scheduler-realtime'])('%s does not count', (path) => {
  recordAnswerAge('/api/rpc/get_home_matches', new Headers(), 5_000)
  recordAnswerAge(path, new Headers(), 9_000)
  expect(dataAge()).toEqual({ since: 5_000, stale: false })
})
