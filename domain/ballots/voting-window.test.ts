import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MATCH_STATUSES, type MatchStatus } from '../matches/status.ts'
import {
  isOpenState,
  isVoteOpen,
  isVoteOver,
  type VotedMatch,
  voteRefusal,
  voteWindow,
  votingState,
} from './voting-window.ts'

const WHISTLE = '2026-03-14T21:52:17.250Z'
const after = (minutes: number, ms = 0) => new Date(Date.parse(WHISTLE) + minutes * 60_000 + ms)
const match = (status: MatchStatus, minute: number | null = null, finished_at: string | null = null): VotedMatch => ({
  status,
  minute,
  finished_at,
})
const finished = match('finished', 90, WHISTLE)

/** The nine rows of the table in spec section 4. The last, "already voted", changes no state. */
describe('voting availability', () => {
  it.each<[string, VotedMatch, Date, ReturnType<typeof votingState>, ReturnType<typeof voteRefusal>]>([
    ['upcoming', match('upcoming'), after(-120), 'upcoming', 'vote_upcoming'],
    ['upcoming, past its kick-off', match('upcoming'), after(0), 'upcoming', 'vote_upcoming'],
    ['postponed', match('postponed'), after(0), 'postponed', 'vote_postponed'],
    ['cancelled', match('cancelled'), after(0), 'cancelled', 'vote_cancelled'],
    ['abandoned in the 63rd minute', match('cancelled', 63), after(0), 'cancelled', 'vote_cancelled'],
    ['suspended', match('suspended'), after(0), 'suspended', 'vote_suspended'],
    ['suspended in the 71st minute', match('suspended', 71), after(0), 'suspended', 'vote_suspended'],
    ['live, minute unknown', match('live', null), after(0), 'locked', 'vote_locked'],
    ['live, first minute', match('live', 1), after(0), 'locked', 'vote_locked'],
    ['live, half-time', match('live', 45), after(0), 'locked', 'vote_locked'],
    ['live, minute 59', match('live', 59), after(0), 'locked', 'vote_locked'],
    ['live, 59 minutes and 59 seconds', match('live', 59 + 59 / 60), after(0), 'locked', 'vote_locked'],
    ['live, minute 60', match('live', 60), after(0), 'open_live', null],
    ['live, stoppage time', match('live', 90), after(0), 'open_live', null],
    ['live, shoot-out', match('live', 120), after(0), 'open_live', null],
    ['finished this very moment', finished, after(0), 'open_after', null],
    ['finished 59 min 59 s ago', finished, after(60, -1_000), 'open_after', null],
    ['finished 60 min ago less 1 ms', finished, after(60, -1), 'open_after', null],
    ['finished exactly 60 min ago', finished, after(60), 'closed', 'vote_closed'],
    ['finished 60 min and 1 ms ago', finished, after(60, 1), 'closed', 'vote_closed'],
    ['finished yesterday', finished, after(24 * 60), 'closed', 'vote_closed'],
    ['finished, whistle never observed', match('finished', 90, null), after(0), 'closed', 'vote_closed'],
    ['finished, whistle unreadable', match('finished', 90, 'hier'), after(0), 'closed', 'vote_closed'],
  ])('%s', (_situation, voted, now, state, refusal) => {
    expect(votingState(voted, now)).toBe(state)
    expect(voteRefusal(state)).toBe(refusal)
    expect(isOpenState(state)).toBe(refusal === null)
    expect(isVoteOpen(voted, now)).toBe(refusal === null)
  })

  it('counts from the whistle, whether a Date or a text', () => {
    const row = { ...finished, finished_at: new Date(WHISTLE) }
    expect(votingState(row, after(60, -1))).toBe('open_after')
    expect(votingState(row, after(60))).toBe('closed')
  })

  it('is the same for a fan who has already voted', () => {
    const frozen = Object.freeze({ ...finished })
    expect(isVoteOpen(frozen, after(1))).toBe(true)
    expect(isVoteOpen(frozen, after(1))).toBe(true)
  })
})

describe('the window stored with a match', () => {
  it('closes 60 minutes after the whistle', () => {
    expect(voteWindow(finished)).toEqual({ open: true, closes_at: after(60) })
  })

  it('has no closing time while the match is live', () => {
    expect(voteWindow(match('live', 60))).toEqual({ open: true, closes_at: null })
    expect(voteWindow(match('live', 59))).toEqual({ open: false, closes_at: null })
  })

  it('agrees with `isVoteOpen` at every moment', () => {
    const matches = fc.record({
      status: fc.constantFrom(...MATCH_STATUSES),
      minute: fc.option(fc.oneof(fc.integer({ min: 0, max: 130 }), fc.constantFrom(59, 60, 61))),
      finished_at: fc.option(fc.constantFrom<VotedMatch['finished_at'][]>(WHISTLE, new Date(WHISTLE))),
    })
    const moments = fc.oneof(
      fc.integer({ min: -200_000_000, max: 200_000_000 }).map((ms) => after(0, ms)),
      fc.integer({ min: -2, max: 2 }).map((ms) => after(60, ms)),
    )
    fc.assert(
      fc.property(matches, moments, (voted, now) => {
        const { open, closes_at } = voteWindow(voted)
        expect(isVoteOpen(voted, now)).toBe(open && (closes_at === null || now < closes_at))
      }),
    )
  })

  it('never opens again as time passes, once closed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), fc.nat({ max: 10_000_000 }), (one, more) => {
        const closedFirst = !isVoteOpen(finished, after(0, one))
        expect(closedFirst && isVoteOpen(finished, after(0, one + more))).toBe(false)
      }),
    )
  })
})

describe('the end of a vote', () => {
  const isOver = (voted: VotedMatch, now: Date, published_at: Date | null = null) =>
    isVoteOver({ ...voteWindow(voted), published_at }, now)

  it.each(['live', 'suspended', 'cancelled', 'postponed', 'upcoming'] as const)(
    'never comes by time while the match is %s, for it may play on',
    (status) => {
      expect(isOver(match(status, 71), after(1_000_000))).toBe(false)
    },
  )

  it('is 60 minutes after the final whistle, or at the publication of the result', () => {
    expect(isOver(finished, after(60, -1))).toBe(false)
    expect(isOver(finished, after(60))).toBe(true)
    expect(isOver(match('cancelled', 71), after(0), after(0))).toBe(true)
  })
})
