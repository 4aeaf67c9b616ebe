import { KEPT_SINCE_HEADER } from '@tribune/domain/offline.ts'
import { expect, test } from 'vitest'
import { noteNews, readNews } from './news.ts'

const kept = (since: string) => new Headers({ [KEPT_SINCE_HEADER]: since })

test('an answer of the server is as old as its arrival', () => {
  noteNews('/api/rpc/get_home_matches', new Headers(), 5_000)
  expect(readNews()).toEqual({ since: 5_000, kept: false })
})

test('a kept answer is as old as it was when it was kept', () => {
  noteNews('/api/rpc/get_match_screen', kept('2000'), 9_000)
  expect(readNews()).toEqual({ since: 2_000, kept: true })
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
