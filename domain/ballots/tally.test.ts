import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveTally, tallyOf } from '../testing/tally.ts'
import {
  type CompleteBallot,
  picksOf,
  preferences,
  scoreOf,
  type Tally,
  tallyOfPodiums,
  withoutBallots,
} from './tally.ts'

const EMPTY: Tally = { voters: 0, players: [], duels: [] }
const PLAYER_IDS = [11, 22, 33, 44, 55]
const ballot: fc.Arbitrary<CompleteBallot> = fc
  .shuffledSubarray(PLAYER_IDS, { minLength: 3, maxLength: 3 })
  .map(([first = 0, second = 0, third = 0]) => [first, second, third])

describe('a tally', () => {
  it('counts places and duels of complete ballots', () => {
    expect(
      tallyOf([
        [22, 11, 33],
        [22, 33, 11],
      ]),
    ).toEqual({
      voters: 2,
      players: [
        { player_id: 11, firsts: 0, seconds: 1, thirds: 1 },
        { player_id: 22, firsts: 2, seconds: 0, thirds: 0 },
        { player_id: 33, firsts: 0, seconds: 1, thirds: 1 },
      ],
      duels: [
        { above_id: 11, below_id: 33, ballots: 1 },
        { above_id: 22, below_id: 11, ballots: 2 },
        { above_id: 22, below_id: 33, ballots: 2 },
        { above_id: 33, below_id: 11, ballots: 1 },
      ],
    })
  })

  it('is empty without ballots, and after its only ballot is withdrawn', () => {
    expect(tallyOf([])).toEqual(EMPTY)
    expect(moveTally(tallyOf([[11, 22, 33]]), [11, 22, 33], null)).toEqual(EMPTY)
  })

  it('does not change in place', () => {
    const before = tallyOf([[11, 22, 33]])
    moveTally(before, [11, 22, 33], [33, 22, 11])
    expect(before).toEqual(tallyOf([[11, 22, 33]]))
  })

  it('equals the recount of the final ballots after any sequence of changes', () => {
    const change = fc.record({ fan: fc.integer({ min: 1, max: 8 }), after: fc.option(ballot, { freq: 4 }) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const held = new Map<number, CompleteBallot>()
        let running = EMPTY
        for (const { fan, after } of changes) {
          running = moveTally(running, held.get(fan) ?? null, after)
          if (after === null) held.delete(fan)
          else held.set(fan, after)
        }
        expect(running).toEqual(tallyOf([...held.values()]))
      }),
    )
  })

  it('does not depend on the order of the ballots', () => {
    const shuffled = fc
      .array(ballot)
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(tallyOf(one)).toEqual(tallyOf(other))
      }),
    )
  })

  it('does not grow with the number of ballots', () => {
    const rows = ({ players, duels }: Tally) => players.length + duels.length
    fc.assert(
      fc.property(fc.array(ballot, { maxLength: 200 }), (ballots) => {
        expect(rows(tallyOf(ballots))).toBeLessThanOrEqual(PLAYER_IDS.length ** 2)
      }),
    )
  })
})

describe('a score', () => {
  it('is 5, 3 and 1 for first, second and third places', () => {
    expect(scoreOf({ player_id: 1, firsts: 1, seconds: 0, thirds: 0 })).toBe(5)
    expect(scoreOf({ player_id: 1, firsts: 0, seconds: 1, thirds: 0 })).toBe(3)
    expect(scoreOf({ player_id: 1, firsts: 0, seconds: 0, thirds: 1 })).toBe(1)
    expect(scoreOf({ player_id: 1, firsts: 2, seconds: 3, thirds: 4 })).toBe(23)
  })

  it('sums to 9, and picks to 3, for every ballot', () => {
    fc.assert(
      fc.property(fc.array(ballot), (ballots) => {
        const { players } = tallyOf(ballots)
        expect(players.reduce((sum, player) => sum + scoreOf(player), 0)).toBe(9 * ballots.length)
        expect(players.reduce((sum, player) => sum + picksOf(player), 0)).toBe(3 * ballots.length)
      }),
    )
  })
})

describe('podiums with their numbers', () => {
  const podiums = fc.array(fc.record({ ballot, ballots: fc.integer({ min: 1, max: 40 }) }), { maxLength: 12 })
  const each = (counted: readonly { ballot: CompleteBallot; ballots: number }[]) =>
    counted.flatMap((podium) => Array.from({ length: podium.ballots }, () => podium.ballot))

  it('count as their ballots one by one, and without a group only the others count', () => {
    fc.assert(
      fc.property(podiums, podiums, (group, others) => {
        const all = tallyOfPodiums([...group, ...others])
        expect(all).toEqual(tallyOf(each([...group, ...others])))
        expect(withoutBallots(all, group)).toEqual(tallyOf(each(others)))
        expect(withoutBallots(all, [])).toEqual(all)
      }),
    )
  })
})

describe('ballots preferring one player to another', () => {
  const tally = tallyOf([
    [11, 22, 33],
    [11, 33, 44],
    [22, 11, 55],
    [22, 33, 44],
  ])

  it.each([
    ['picked higher, or picked while the other is not', 11, 22, 2],
    ['the reverse', 22, 11, 2],
    ['mostly higher', 11, 33, 3],
    ['mostly lower', 33, 11, 1],
    ['over a player without picks', 11, 99, 3],
    ['a player without picks', 99, 11, 0],
  ])('%s', (_name, player, rival, ballots) => {
    expect(preferences(tally)(player, rival)).toBe(ballots)
  })

  it('are those that place the player above; an unpicked player is below a picked one', () => {
    const place = (one: CompleteBallot, id: number) => (one.includes(id) ? one.indexOf(id) : 3)
    const someone = fc.constantFrom(...PLAYER_IDS)
    fc.assert(
      fc.property(fc.array(ballot), someone, someone, (ballots, player, rival) => {
        fc.pre(player !== rival)
        const above = ballots.filter((one) => place(one, player) < place(one, rival)).length
        expect(preferences(tallyOf(ballots))(player, rival)).toBe(above)
      }),
    )
  })
})
