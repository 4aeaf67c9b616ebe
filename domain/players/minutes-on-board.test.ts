import { describe, expect, it } from 'vitest'
import type { MatchStatus } from '../matches/status.ts'
import { withBoardMinutes } from './minutes-on-board.ts'

type Minutes = readonly (number | null)[]

/** A side with starters and substitutes by their minutes. */
const side = (name: 'home' | 'away', starters: Minutes, bench: Minutes = []) => [
  ...starters.map((minutes_played) => ({ side: name, is_starter: true, minutes_played })),
  ...bench.map((minutes_played) => ({ side: name, is_starter: false, minutes_played })),
]

describe('minutes of a live match', () => {
  it.each<[string, Minutes, Minutes, number | null, Minutes]>([
    ['move with the board for the starters', [65, 65], [0], 67, [67, 67, 0]],
    ['stand while the board shows the minute of the read', [65, 65], [], 65, [65, 65]],
    ['never fall when the read is ahead of the board', [66, 66], [], 65, [66, 66]],
    ['stand without a minute on the board', [65, 65], [], null, [65, 65]],
    ['stand for a starter who was replaced, and move for who came on', [65, 53], [12], 66, [66, 53, 13]],
    ['move for two who came on in the same minute', [65, 53, 53], [12, 12], 66, [66, 53, 53, 13, 13]],
    ['stand for a starter who was sent off', [65, 30], [0], 66, [66, 30, 0]],
    ['stand for a substitute who was replaced in turn', [65, 46], [10, 9], 66, [66, 46, 10, 9]],
    ['move for a starter who was replaced after the read, until the next one', [65, 65], [0], 66, [66, 66, 0]],
    ['move for who has just come on, and stay none for the bench', [65, 64], [0, 1], 66, [66, 64, 0, 2]],
    ['stay unknown where there is no coverage', [null, null], [null], 66, [null, null, null]],
    ['stay unknown for a starter whom the feed contradicts', [65, null], [0], 66, [66, null, 0]],
    ['begin with the first read', [0, 0], [0], 1, [0, 0, 0]],
    ['go on into extra time', [90, 60], [30], 97, [97, 60, 37]],
  ])('%s', (_, starters, bench, minute, expected) => {
    const moved = withBoardMinutes(side('home', starters, bench), { status: 'live', minute })
    expect(moved.map(({ minutes_played }) => minutes_played)).toEqual(expected)
  })

  it('are those of each side: one is read a minute before the other', () => {
    const players = [...side('home', [65, 40], [25]), ...side('away', [64, 40], [24])]
    const moved = withBoardMinutes(players, { status: 'live', minute: 66 })
    expect(moved.map(({ minutes_played }) => minutes_played)).toEqual([66, 40, 26, 66, 40, 26])
  })

  it.each<MatchStatus>(['finished', 'suspended', 'upcoming', 'postponed', 'cancelled'])(
    'are as they were read once the match is %s',
    (status) => {
      const players = side('home', [89, 60], [29])
      expect(withBoardMinutes(players, { status, minute: 90 })).toBe(players)
    },
  )

  it('leave the row of a player unchanged if their minutes do not move', () => {
    const players = side('home', [65, 53], [0])
    const moved = withBoardMinutes(players, { status: 'live', minute: 66 })
    expect([moved[1], moved[2]].map((one, index) => one === players[index + 1])).toEqual([true, true])
  })
})
