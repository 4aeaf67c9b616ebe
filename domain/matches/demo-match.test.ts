import { describe, expect, it, test } from 'vitest'
import { type VotingState, votingState } from '../ballots/voting-window.ts'
import {
  DEMO_STATES,
  type DemoState,
  demoCourse,
  demoEvents,
  demoMinutesPlayed,
  demoStakes,
  keepsBallots,
} from './demo-match.ts'

const NOW = new Date('2026-03-14T20:00:00Z')

describe('the demo match', () => {
  it.each<[DemoState, VotingState]>([
    ['upcoming', 'upcoming'],
    ['live_locked', 'locked'],
    ['live_open', 'open_live'],
    ['finished_open', 'open_after'],
    ['finished_closed', 'closed'],
    ['postponed', 'postponed'],
    ['cancelled', 'cancelled'],
    ['suspended', 'suspended'],
  ])('brought to %s has a vote that is %s', (state, vote) => {
    expect(votingState(demoCourse(state, NOW), NOW)).toBe(vote)
  })

  it.each(DEMO_STATES)('in %s, kicks off before its whistle, and starts at its kick-off', (state) => {
    const { match_date, started_at, finished_at } = demoCourse(state, NOW)
    expect(finished_at === null || finished_at > match_date).toBe(true)
    expect(started_at).toEqual(match_date <= NOW ? match_date : null)
  })
})

test('the score of the demo match is that of its events so far', () => {
  const scores = DEMO_STATES.map((state) => {
    const course = demoCourse(state, NOW)
    return [state, [demoEvents(course).length, course.home_score, course.away_score]]
  })
  expect(Object.fromEntries(scores)).toEqual({
    upcoming: [0, null, null],
    live_locked: [2, 1, 0],
    live_open: [6, 2, 1],
    finished_open: [7, 2, 1],
    finished_closed: [7, 2, 1],
    postponed: [0, null, null],
    cancelled: [0, null, null],
    suspended: [2, 1, 0],
  })
})

test('players of the demo match have played the minutes since its kick-off', () => {
  const minutes = DEMO_STATES.map((state) => [state, demoMinutesPlayed(demoCourse(state, NOW))])
  expect(Object.fromEntries(minutes)).toEqual({
    upcoming: null,
    live_locked: 35,
    live_open: 75,
    finished_open: 90,
    finished_closed: 90,
    postponed: null,
    cancelled: null,
    suspended: 35,
  })
})

test.each([
  ['is made', null, 'upcoming', { appears: true, ballotsLost: 0 }],
  ['goes back before its vote', { ballots: 3 }, 'upcoming', { appears: false, ballotsLost: 3 }],
  ['goes on after its vote', { ballots: 3 }, 'finished_closed', { appears: false, ballotsLost: 0 }],
  ['is called off without ballots', { ballots: 0 }, 'cancelled', { appears: false, ballotsLost: 0 }],
] as const)('a demo match that %s appears, and loses ballots, or not', (_what, stored, to, stakes) => {
  expect(demoStakes(stored, to)).toEqual(stakes)
})

test('ballots stay only in states that follow an open vote', () => {
  expect(DEMO_STATES.filter(keepsBallots)).toEqual(['live_open', 'finished_open', 'finished_closed'])
})
