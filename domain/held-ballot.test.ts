import { describe, expect, test } from 'vitest'
import {
  HELD_MAX_MS,
  heldFate,
  holdBallot,
  isSameBallot,
  meetStored,
  refusedHeld,
  TRIED_KEPT,
  trySending,
} from './held-ballot.ts'

/** Parses « 7-8 »: player 7 in the first place, 8 in the second; « -8 » leaves the first free. */
const picks = (text: string) =>
  text
    .split('-')
    .flatMap((player, index) => (player === '' ? [] : [{ position: index + 1, player_id: Number(player) }]))
const held = (text: string, base: string | null = null) => ({ fanId: 'a', matchId: 1, picks: picks(text), at: 5, base })

test.each([
  ['7-8-9', '7-8-9', true],
  ['7-8-9', '8-7-9', false],
  ['7-8', '7-8-9', false],
  ['7--9', '7-9', false],
  ['-8', '-8', true],
])('the ballots %s and %s are the same: %s', (one, other, same) => {
  expect(isSameBallot(picks(one), picks(other))).toBe(same)
  expect(isSameBallot(picks(one).reverse(), picks(other))).toBe(same)
})

test.each([
  ['its own fan', 'a', 10, 'send'],
  ['another account', 'b', 10, 'kept'],
  ['nobody', null, 10, 'kept'],
  ['nobody known yet', undefined, 10, 'unknown'],
  ['its own fan, on a phone whose clock was weeks behind', 'a', 4 * HELD_MAX_MS, 'send'],
  ['its own fan, on a phone whose clock was weeks ahead', 'a', -4 * HELD_MAX_MS, 'send'],
  ['nobody known yet, after the last day', undefined, HELD_MAX_MS + 6, 'unknown'],
  ['another account, on the last day', 'b', HELD_MAX_MS + 5, 'kept'],
  ['another account, after the last day', 'b', HELD_MAX_MS + 6, 'expired'],
  ['another account, from a day far ahead', 'b', -HELD_MAX_MS, 'expired'],
] as const)('a held ballot before %s', (_who, signedIn, now, fate) => {
  expect(heldFate({ fanId: 'a', at: 5 }, signedIn, now)).toBe(fate)
})

test.each([
  ['offline', 'wait'],
  ['timeout', 'wait'],
  ['busy', 'wait'],
  ['vote_suspended', 'wait'],
  ['vote_postponed', 'wait'],
  ['vote_upcoming', 'wait'],
  ['vote_locked', 'wait'],
  ['vote_closed', 'late'],
  ['not_authenticated', 'kept'],
  ['ballot_of_another', 'kept'],
  ['ballot_outdated', 'newer'],
  ['vote_cancelled', 'refused'],
  ['ballot_unknown_player', 'refused'],
  ['voting_right_closed', 'refused'],
  ['a code of tomorrow', 'refused'],
] as const)('the refusal %s of a held ballot means %s', (code, meaning) => expect(refusedHeld(code)).toBe(meaning))

describe('a change of a ballot that waits', () => {
  test('keeps the base, because its fan has seen nothing newer', () => {
    const first = holdBallot(null, held('7', 'yesterday'))
    expect(first).toEqual({ ...held('7', 'yesterday'), tried: [] })
    const tried = trySending(first)
    const second = holdBallot(tried, held('7-8', 'today'))
    expect(second).toMatchObject({ picks: picks('7-8'), base: 'yesterday', tried: [picks('7')] })
  })

  test('begins again on the next attempt at the match', () => {
    const before = { ...trySending(holdBallot(null, held('7', 'yesterday'))), attempt: 1 }
    const next = { ...held('7-8', null), attempt: 2 }
    expect(holdBallot(before, next, [picks('8')])).toEqual({ ...next, tried: [picks('8')] })
  })

  test('remembers only the last that were tried', () => {
    let ballot = holdBallot(null, held('1'))
    for (let player = 1; player <= TRIED_KEPT + 2; player += 1) {
      ballot = trySending(holdBallot(ballot, held(String(player))))
    }
    expect(ballot.tried).toHaveLength(TRIED_KEPT)
    expect(ballot.tried.at(-1)).toEqual(picks(String(TRIED_KEPT + 2)))
  })
})

test.each([
  ['7-8-9', [], '7-8-9', 'same'],
  ['7-8-9', ['7-8'], '7-8', 'own'],
  ['7-8-9', ['7', '7-8'], '7', 'own'],
  ['7-8-9', ['7-8'], '8-7', 'ask'],
  ['7-8-9', [], '1-2-3', 'ask'],
] as const)('a held %s, of which %j were tried, meets a newer %s: %s', (mine, tried, stored, meeting) => {
  expect(meetStored({ picks: picks(mine), tried: tried.map(picks) }, picks(stored))).toBe(meeting)
})
