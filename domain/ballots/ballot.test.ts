import { describe, expect, it } from 'vitest'
import { type BallotRefusal, checkBallot, checkPicks, isComplete, type SentPick } from './ballot.ts'

const picks = (...pairs: [position: number, player_id: number][]): SentPick[] =>
  pairs.map(([position, player_id]) => ({ position, player_id }))

const STARTER = 1
const SUBSTITUTE = 2
const WITHOUT_COVERAGE = 3
const UNUSED = 4
const LINEUP = [
  { player_id: STARTER, did_play: true },
  { player_id: SUBSTITUTE, did_play: true },
  { player_id: WITHOUT_COVERAGE, did_play: null },
  { player_id: UNUSED, did_play: false },
]

describe('the form of a ballot', () => {
  it.each<[string, SentPick[], BallotRefusal | null]>([
    ['no pick', [], 'ballot_empty'],
    ['one pick', picks([1, 1]), null],
    ['two picks, third place first', picks([3, 1], [1, 2]), null],
    ['three picks', picks([1, 1], [2, 2], [3, 3]), null],
    ['four picks', picks([1, 1], [2, 2], [3, 3], [4, 4]), 'ballot_too_many'],
    ['place 0', picks([0, 1]), 'ballot_bad_position'],
    ['place 4', picks([1, 1], [4, 2]), 'ballot_bad_position'],
    ['place -1', picks([-1, 1]), 'ballot_bad_position'],
    ['place 1.5', picks([1.5, 1]), 'ballot_bad_position'],
    ['place NaN', picks([Number.NaN, 1]), 'ballot_bad_position'],
    ['a place given twice', picks([1, 1], [1, 2]), 'ballot_repeated_position'],
    ['a player picked twice', picks([1, 1], [2, 1]), 'ballot_repeated_player'],
    ['the same pick twice', picks([1, 1], [1, 1]), 'ballot_repeated_position'],
  ])('%s', (_name, sent, refusal) => {
    expect(checkPicks(sent)).toBe(refusal)
    expect(checkBallot(sent, LINEUP)).toBe(refusal)
  })
})

describe('the players of a ballot', () => {
  it.each<[string, SentPick[], BallotRefusal | null]>([
    ['all of the lineup', picks([1, STARTER], [2, SUBSTITUTE], [3, WITHOUT_COVERAGE]), null],
    ['unknown minutes', picks([1, WITHOUT_COVERAGE]), null],
    ['one who stayed off the pitch', picks([1, STARTER], [2, UNUSED]), 'ballot_player_did_not_play'],
    ['one of another match', picks([1, STARTER], [2, 77]), 'ballot_unknown_player'],
    ['one of another match next to an unused one', picks([1, UNUSED], [2, 77]), 'ballot_unknown_player'],
  ])('%s', (_name, sent, refusal) => {
    expect(checkBallot(sent, LINEUP)).toBe(refusal)
    expect(checkBallot(sent, new Map(LINEUP.map((player) => [player.player_id, player])))).toBe(refusal)
  })

  it.each<[string, SentPick[], SentPick[], BallotRefusal | null]>([
    ['one stored, on the same place', picks([1, UNUSED], [2, STARTER]), picks([1, UNUSED], [2, SUBSTITUTE]), null],
    ['one stored, on another place', picks([2, UNUSED], [1, STARTER]), picks([1, UNUSED], [2, STARTER]), null],
    ['one stored who has left the lineup', picks([1, 77], [2, STARTER]), picks([1, 77]), null],
    ['one who is new', picks([1, UNUSED]), picks([1, STARTER]), 'ballot_player_did_not_play'],
    ['one of another match who is new', picks([1, UNUSED], [2, 77]), picks([1, UNUSED]), 'ballot_unknown_player'],
    ['one stored, twice', picks([1, UNUSED], [2, UNUSED]), picks([1, UNUSED]), 'ballot_repeated_player'],
  ])('who stayed off the pitch: %s', (_name, sent, stored, refusal) => {
    expect(checkBallot(sent, LINEUP, stored)).toBe(refusal)
  })

  it('are all refused as unknown before the lineup is published', () => {
    expect(checkBallot(picks([1, STARTER]), [])).toBe('ballot_unknown_player')
  })
})

describe('a complete ballot', () => {
  it('has three picks', () => {
    expect([[], picks([1, 1]), picks([1, 1], [3, 3]), picks([1, 1], [2, 2], [3, 3])].map(isComplete)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})
