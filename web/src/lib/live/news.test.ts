import { KEPT_SINCE_HEADER } from '@tribune/domain/offline.ts'
import { afterEach, expect, test } from 'vitest'
import { forgetKeptNews, noteNews, readNews } from './news.ts'

afterEach(() => forgetKeptNews())

const kept = (since: string) => new Headers({ [KEPT_SINCE_HEADER]: since })

test('an answer of the server is as old as its arrival', () => {
  noteNews('/api/rpc/get_home_matches', new Headers(), 5_000)
  expect(readNews()).toEqual({ since: 5_000, kept: false })
})

test('a kept answer is as old as it was when it was kept', () => {
  noteNews('/api/rpc/get_match_screen', kept('2000'), 9_000)
  expect(readNews()).toEqual({ since: 2_000, kept: true })
})

test('a screen of several answers is as old as the oldest, until that one comes anew', () => {
  noteNews('/api/players_ref/7', kept('2000'), 9_000)
  noteNews('/api/season_player_points', kept('1000'), 9_000)
  noteNews('/api/rpc/get_home_matches', new Headers(), 9_500)
  expect(readNews()).toEqual({ since: 1_000, kept: true })
  noteNews('/api/season_player_points', new Headers(), 9_600)
  expect(readNews()).toEqual({ since: 2_000, kept: true })
  forgetKeptNews(9_700)
  expect(readNews()).toEqual({ since: 9_700, kept: false })
})

test('an unreadable age counts as none', () => {
  noteNews('/api/rpc/get_match_screen', kept('soon'), 9_000)
  expect(readNews()).toEqual({ since: 9_000, kept: false })
})

test.each(['/api/me', '/api/votes/12', '/api/functions/scheduler-realtime'])('%s is no news', (path) => {
  noteNews('/api/rpc/get_home_matches', new Headers(), 5_000)
  noteNews(path, new Headers(), 9_000)
  expect(readNews()).toEqual({ since: 5_000, kept: false })
})
