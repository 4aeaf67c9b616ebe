import { describe, expect, test } from 'vitest'
import { cachingOf, isAppPage, mayCache } from './offline.ts'

describe('an answer cached for reading offline', () => {
  test.each([
    ['/api/rpc/get_home_matches', '?window_past_minutes=10080', 'read'],
    ['/api/rpc/get_match_screen', '?match_id=12', 'read'],
    ['/api/rpc/get_season_ranking_corrected', '?p_limit=20&p_offset=0&p_search=', 'read'],
    ['/api/rpc/get_season_ranking_corrected', '?p_limit=50&p_offset=0&p_search=diarra', null],
    ['/api/rpc/get_player_full_team_history', '?p_player_id=-4', 'read'],
    ['/api/players_ref/12', '', 'read'],
    ['/api/players_ref', '?search=diarra', null],
    ['/api/available_competitions', '', 'read'],
    ['/media/players/12/192.webp', '?v=ab', 'picture'],
    ['/api/me', '', null],
    ['/api/votes', '?limit=20', null],
    ['/api/votes/12', '', null],
    ['/api/rpc/get_my_podium_players', '', null],
    ['/api/user_profiles', '', null],
    ['/api/auth/get-session', '', null],
    ['/api/live', '', null],
    ['/api/functions/scheduler-realtime', '', null],
    ['/api/docs', '', null],
    ['/share/match/12.png', '', null],
    ['/dev/mails', '', null],
    ['/', '', null],
  ])('%s%s: %s', (path, query, caching) => {
    expect(cachingOf(path, query)).toBe(caching)
  })

  test.each([
    [200, 'public, max-age=0, s-maxage=1, must-revalidate', true],
    [200, null, true],
    [200, 'private, no-store', false],
    [200, 'no-store', false],
    [200, 'Private', false],
    [404, null, false],
    [304, null, false],
  ])('an answer %i with « %s »: %s', (status, cacheControl, isStored) => {
    expect(mayCache(status, cacheControl)).toBe(isStored)
  })
})

test.each([
  ['/', true],
  ['/match/12', true],
  ['/rankings', true],
  ['/profile', true],
  ['/unknown', true],
  ['/apiary', true],
  ['/api', false],
  ['/api/docs', false],
  ['/dev/mails', false],
  ['/share/match/12', false],
  ['/media/teams/3/96.webp', false],
  ['/sw.js', false],
  ['/un.point', false],
  ['/assets', false],
  ['/.well-known/apple-app-site-association', false],
  ['/apple-app-site-association', false],
  ['/.git/config', false],
  ['/player/.git', false],
  ['/assets/index-1a2b.js', false],
])('%s is a page of the app: %s', (path, isPage) => {
  expect(isAppPage(path)).toBe(isPage)
})
