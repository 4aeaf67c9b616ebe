import { describe, expect, it } from 'vitest'
import type { Instant } from '../common/instant.ts'
import {
  type ClubMatch,
  divideHome,
  type Follow,
  type FollowTarget,
  followsToTake,
  MAX_FOLLOWS,
  toggleFollow,
} from './follows.ts'
import { orderHome } from './home-list.ts'

const NOW = new Date('2026-03-14T21:30:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()
const club = (id: number, minutes = 0): Follow => ({ kind: 'club', id, since: ago(minutes) })
const many = (count: number, minutes = 0) => Array.from({ length: count }, (_, index) => club(1_000 + index, minutes))
const ids = (list: readonly FollowTarget[] | null) => list?.map(({ kind, id }) => `${kind} ${id}`) ?? null

describe('following or not', () => {
  it.each<[string, readonly Follow[], FollowTarget, string[] | null]>([
    ['the first one', [], club(1), ['club 1']],
    ['one more comes first', [club(1)], club(2), ['club 2', 'club 1']],
    ['what is followed no longer is', [club(1), club(2)], club(1), ['club 2']],
    ['a player is not a club', [club(1)], { kind: 'player', id: 1 }, ['player 1', 'club 1']],
    ['a full list takes no more', many(MAX_FOLLOWS), club(1), null],
  ])('%s', (_name, list, target, expected) => {
    expect(ids(toggleFollow(list, target, ago(0)))).toEqual(expected)
  })

  it('ends in a full list', () => {
    expect(toggleFollow(many(MAX_FOLLOWS), club(1_000), ago(0))).toHaveLength(MAX_FOLLOWS - 1)
  })
})

describe('merging the list of a phone', () => {
  it.each<[string, readonly FollowTarget[], readonly Follow[], string[]]>([
    ['into an empty account, newest first', [], [club(1, 9), club(2, 3)], ['club 2', 'club 1']],
    ['without what the account follows', [club(1)], [club(1, 1), club(2, 2)], ['club 2']],
    ['each once', [], [club(1, 9), club(1, 3), { kind: 'player', id: 1, since: ago(5) }], ['club 1', 'player 1']],
    ['the newest fill the last places', many(MAX_FOLLOWS - 1), [club(1, 9), club(2, 3)], ['club 2']],
    ['nothing into a full account', many(MAX_FOLLOWS), [club(1, 9)], []],
    ['nothing', [club(1)], [], []],
  ])('%s', (_name, existing, brought, expected) => {
    expect(ids(followsToTake(existing, brought, NOW))).toEqual(expected)
  })

  it('dates nothing in the future', () => {
    expect(followsToTake([], [club(1, -90), club(2, 90)], NOW).map(({ since }) => since.toISOString())).toEqual([
      ago(0),
      ago(90),
    ])
  })
})

let lastId = 0
function match(more: Partial<ClubMatch> = {}): ClubMatch {
  lastId += 1
  return {
    match_id: lastId,
    match_date: ago(-60),
    status: 'upcoming',
    minute: null,
    finished_at: null,
    home_team: 'Olympique Brévent',
    home_team_id: 1,
    away_team: 'Racing Orvalle',
    away_team_id: 2,
    competition_id: 61,
    competition_name: 'Ligue 1',
    competition_coefficient: 3,
    ...more,
  }
}
const live = (minute: number) => match({ status: 'live', minute, match_date: ago(minute + 10) })
const finished = (minutes: number) =>
  match({ status: 'finished', finished_at: ago(minutes), match_date: ago(minutes + 110) })
const CLUB: FollowTarget[] = [{ kind: 'club', id: 2 }]
const LEAGUE: FollowTarget[] = [{ kind: 'competition', id: 61 }]

const dayOf = (instant: Instant) => new Date(instant).toISOString().slice(0, 10)

describe('« Mes clubs »', () => {
  it.each<[string, boolean, ClubMatch, readonly FollowTarget[]]>([
    ['an open vote of a followed club', true, live(70), CLUB],
    ['a club in play', true, live(12), CLUB],
    ['a club’s match of today', true, match(), CLUB],
    ['a club’s match of tomorrow', false, match({ match_date: ago(-240) }), CLUB],
    ['a vote of yesterday’s match that is still open', true, finished(59), CLUB],
    ['a club’s match whose vote has closed', false, finished(60), CLUB],
    ['a club’s postponed match', false, match({ status: 'postponed' }), CLUB],
    ['a club’s suspended match', false, match({ status: 'suspended', minute: 70 }), CLUB],
    ['a followed competition’s open vote', true, finished(30), LEAGUE],
    ['a competition’s match of today', true, match(), LEAGUE],
    ['a competition’s match of tomorrow', false, match({ match_date: ago(-240) }), LEAGUE],
    ['a competition’s match whose vote has closed', false, finished(60), LEAGUE],
    ['another club', false, live(70), [{ kind: 'club', id: 3 }]],
    ['a player', false, live(70), [{ kind: 'player', id: 2 }]],
    ['a competition with a club’s id', false, live(70), [{ kind: 'competition', id: 2 }]],
    ['a stored answer without ids', false, match({ home_team_id: undefined, away_team_id: undefined }), CLUB],
    ['nothing followed', false, live(70), []],
  ])('%s: %s', (_name, own, listed, follows) => {
    expect(divideHome([listed], follows, NOW, dayOf).own).toHaveLength(own ? 1 : 0)
  })

  it('takes its matches out of the list, both in the order of home', () => {
    const list = orderHome([finished(30), live(70), match(), live(80)], NOW)
    const others = [live(61), match({ status: 'cancelled' })].map((one) => ({
      ...one,
      home_team_id: 8,
      away_team_id: 9,
    }))
    const divided = divideHome([...list, ...others], CLUB, NOW, dayOf)
    expect(divided).toEqual({ own: list, others })
  })
})
