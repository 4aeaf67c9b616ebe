import type { MatchScreen } from '@tribune/contract/matches.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { describe, expect, test } from 'vitest'
import { homeFixture } from '../../../testing/home-fixture.ts'
import { foldCount } from './count-dialog.tsx'
import { verdict } from './crowd-card.tsx'
import { publicationOf } from './use-publication.ts'

const now = new Date('2026-03-14T22:00:00Z')

function screen(result: Partial<MatchScreen['result']>, finished_at: string | null): MatchScreen {
  return {
    match: homeFixture({ status: 'finished', minute: 90, period: 'FT', home_score: 1, away_score: 0, finished_at }),
    players: [],
    ranking: [],
    result: { source: null, reason: null, voters: null, rule_version: '2026.1', ...result },
    votes_open: false,
    votes_close_at: null,
  }
}

describe('the result of a match', () => {
  test.each([
    ['while the vote is open', 'open_after', {}, '2026-03-14T21:30:00Z', 'early'],
    ['a second after the closing', 'closed', {}, '2026-03-14T20:59:59Z', 'counting'],
    ['ten minutes after the closing', 'closed', {}, '2026-03-14T20:50:00Z', 'none'],
    ['without a whistle', 'closed', {}, null, 'none'],
    ['ranked by votes', 'closed', { source: 'votes' }, '2026-03-14T20:59:00Z', 'published'],
    ['ranked by official ratings', 'closed', { source: 'ratings_fallback' }, '2026-03-01T20:00:00Z', 'published'],
    ['with nothing to rank and a reason', 'closed', { reason: 'no_ratings' }, '2026-03-01T20:00:00Z', 'published'],
  ] as const)('%s', (_name, state, result, finishedAt, publication) => {
    expect(publicationOf(screen(result, finishedAt), state, now)).toBe(publication)
  })
})

const upTo = (last: number) => Array.from({ length: last }, (_, index) => ({ rank: index + 1 }))
const shared = (rank: number, times: number) => Array.from({ length: times }, () => ({ rank }))

test.each([
  ['no player', [], 0, 0],
  ['fewer than ten', upTo(7), 7, 0],
  ['ten', upTo(10), 10, 0],
  ['a few more than ten', upTo(13), 13, 0],
  ['a whole lineup', upTo(40), 10, 30],
  ['a tenth rank that four share', [...upTo(9), ...shared(10, 4), ...shared(14, 6)], 13, 6],
  ['a first rank that all share', shared(1, 46), 46, 0],
])(
  'of %s every player with a count is listed, and only those after the ten ranks are collapsed',
  (_, ranking, ...sizes) => {
    const { first, rest } = foldCount(ranking)
    expect([first.length, rest.length]).toEqual(sizes)
    expect([...first, ...rest]).toEqual(ranking)
  },
)

const mine: Podium = [
  { position: 1, player_id: 7 },
  { position: 2, player_id: 8 },
  { position: 3, player_id: 9 },
]
const ranked = (...ranks: readonly (readonly [player_id: number, rank: number])[]) =>
  ranks.map(([player_id, rank]) => ({ player_id, rank }))

test.each([
  ['none of three', ranked([1, 1], [2, 2], [3, 3], [7, 4]), 'Aucun de tes choix n’est sur le podium.'],
  ['one, in any place', ranked([1, 1], [2, 2], [7, 3]), 'Un de tes choix est sur le podium.'],
  ['two', ranked([8, 1], [7, 2], [3, 3]), 'Deux de tes choix sont sur le podium.'],
  ['three in another order', ranked([8, 1], [7, 2], [9, 3]), 'Tes trois choix sont sur le podium.'],
  ['three who share the first place', ranked([7, 1], [8, 1], [9, 1]), 'Tes trois choix sont sur le podium.'],
  ['the very same', ranked([7, 1], [8, 2], [9, 3], [1, 4]), 'Le podium exact, dans l’ordre\u202f!'],
])('a podium is compared with the published one: %s', (_name, ranking, words) => {
  expect(verdict(mine, ranking)).toBe(words)
})
