import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPicks } from './ballot.ts'
import { POSITIONS, type Podium, type Position, positionOf } from './podium.ts'
import { comparePodium, place, placeBeforeStruck, struckPicks, tap, withoutStruck } from './podium-moves.ts'

const podium = (...ids: (number | null)[]): Podium =>
  ids.flatMap((player_id, index) => {
    const position = POSITIONS[index]
    return player_id === null || position === undefined ? [] : [{ position, player_id }]
  })

const FULL = podium(7, 8, 9)

describe('a player tapped for a position', () => {
  it.each<[string, Podium, number, Position, Podium]>([
    ['is assigned to an empty podium', podium(), 7, 2, podium(null, 7)],
    ['is assigned along with the others', podium(7), 8, 3, podium(7, null, 8)],
    ['moves from another position, which stays empty', podium(7, 8), 7, 3, podium(null, 8, 7)],
    ['from outside replaces the holder of a position', podium(7, 8), 9, 1, podium(9, 8)],
    ['from outside replaces the holder of a position of a complete podium', FULL, 5, 3, podium(7, 8, 5)],
    ['swaps with the holder of a lower position', FULL, 7, 2, podium(8, 7, 9)],
    ['swaps with the holder of a higher position', FULL, 9, 1, podium(9, 8, 7)],
    ['swaps in an incomplete podium, whose free position stays free', podium(7, null, 9), 9, 1, podium(9, null, 7)],
    ['is removed from the position they already hold', FULL, 8, 2, podium(7, null, 9)],
    ['is removed as the last one', podium(null, null, 9), 9, 3, podium()],
  ])('%s', (_name, before, playerId, position, after) => {
    expect(place(before, playerId, position)).toEqual(after)
  })

  it('does not mutate the previous podium, so that it can be restored', () => {
    place(FULL, 7, 2)
    expect(FULL).toEqual(podium(7, 8, 9))
  })
})

describe('a player tapped in the list', () => {
  it.each<[string, Podium, number, Podium]>([
    ['takes the first position of an empty podium', podium(), 7, podium(7)],
    ['takes the first free position', podium(7, null, 9), 8, podium(7, 8, 9)],
    ['is removed from whichever position they hold', FULL, 8, podium(7, null, 9)],
    ['changes nothing on a full podium', FULL, 10, FULL],
  ])('%s', (_name, before, playerId, after) => {
    expect(tap(before, playerId)).toEqual(after)
  })
})

describe('the position of a player', () => {
  it('is the one they hold, or none', () => {
    expect(positionOf(FULL, 9)).toBe(3)
    expect(positionOf(FULL, 10)).toBeNull()
  })
})

describe('any sequence of taps', () => {
  const step = fc.record({
    playerId: fc.integer({ min: 1, max: 6 }),
    position: fc.option(fc.constantFrom(...POSITIONS)),
  })
  const run = (steps: { playerId: number; position: Position | null }[]) =>
    steps.reduce<Podium>(
      (held, { playerId, position }) => (position === null ? tap(held, playerId) : place(held, playerId, position)),
      [],
    )

  it('leaves distinct positions and players, ordered by position', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const held = run(steps)
        expect(checkPicks(held)).toBe(held.length === 0 ? 'ballot_empty' : null)
        expect(held.map((pick) => pick.position)).toEqual([...held.map((pick) => pick.position)].sort())
      }),
    )
  })

  it('keeps the same players when two picks swap, and a second swap undoes the first', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(2), fc.nat(2), (steps, one, other) => {
        const held = run(steps)
        const [mover, holder] = [held[one], held[other]]
        fc.pre(mover !== undefined && holder !== undefined && mover !== holder)
        const after = place(held, mover?.player_id ?? 0, holder?.position ?? 1)
        const ids = (podium: Podium) => podium.map(({ player_id }) => player_id).sort()
        expect(ids(after)).toEqual(ids(held))
        expect(checkPicks(after)).toBeNull()
        expect(place(after, mover?.player_id ?? 0, mover?.position ?? 1)).toEqual(held)
      }),
    )
  })

  it('is undone by tapping the same player for the same position again, if it was free', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), fc.constantFrom(...POSITIONS), (steps, position) => {
        const held = run(steps)
        const newcomer = 99
        fc.pre(held.every((pick) => pick.position !== position))
        expect(place(place(held, newcomer, position), newcomer, position)).toEqual(held)
      }),
    )
  })
})

describe('a podium compared with the published one', () => {
  const ranked = (...ranks: readonly (readonly [player_id: number, rank: number])[]) =>
    ranks.map(([player_id, rank]) => ({ player_id, rank }))

  it.each<[string, Podium, ReturnType<typeof ranked>, number, boolean]>([
    ['shares no player with it; the fourth does not count', FULL, ranked([1, 1], [2, 2], [3, 3], [7, 4]), 0, false],
    ['shares one, on any position', FULL, ranked([1, 1], [2, 2], [7, 3]), 1, false],
    ['shares all three in another order', FULL, ranked([8, 1], [7, 2], [9, 3]), 3, false],
    ['shares three who share the first rank', FULL, ranked([7, 1], [8, 1], [9, 1]), 3, false],
    ['is exact', FULL, ranked([7, 1], [8, 2], [9, 3], [1, 4]), 3, true],
    ['is not exact while it is incomplete', podium(7, 8), ranked([7, 1], [8, 2], [9, 3]), 2, false],
    ['shares no player with an empty ranking', FULL, [], 0, false],
  ])('%s', (_name, own, ranking, shared, exact) => {
    expect(comparePodium(own, ranking)).toEqual({ shared, exact })
  })
})

describe('a struck pick', () => {
  const podium = [
    { position: 1, player_id: 11, player_name: 'A. Rivoal' },
    { position: 2, player_id: 12 },
    { position: 3, player_id: 13 },
  ] as const
  const lineup = (...ids: number[]) => ids.map((player_id) => ({ player_id, did_play: true }))
  const benched = [{ player_id: 11, did_play: false }, ...lineup(12, 13, 14)]
  const [, second, third] = podium

  it('is one whose player has left the lineup, or did not play', () => {
    expect(struckPicks(podium, lineup(12, 13, 14))).toEqual([podium[0]])
    expect(struckPicks(podium, benched)).toEqual([podium[0]])
    expect(withoutStruck(podium, benched)).toEqual([second, third])
  })

  it('does not exist while everybody is in the lineup, or no lineup is known', () => {
    for (const known of [lineup(11, 12, 13), [], [{ player_id: 11, did_play: null }, ...lineup(12, 13)]]) {
      expect(struckPicks(podium, known)).toEqual([])
      expect(withoutStruck(podium, known)).toBe(podium)
    }
  })

  it('may be sent again while the stored ballot has it', () => {
    expect(withoutStruck(podium, benched, podium)).toBe(podium)
    expect(withoutStruck(podium, benched, [{ position: 1, player_id: 14 }])).toEqual([second, third])
  })

  it.each<[what: string, wanted: Parameters<typeof placeBeforeStruck>[1], then: readonly (number | null)[]]>([
    [
      'gives its place to a player without a place, where no other is free',
      { playerId: 14, position: null },
      [14, 12, 13],
    ],
    ['stays while others swap', { playerId: 12, position: 3 }, [11, 13, 12]],
    ['stays while another is replaced', { playerId: 14, position: 2 }, [11, 14, 13]],
    ['stays while another is removed', { playerId: 13, position: null }, [11, 12, null]],
    ['leaves for another of the podium, and never swaps', { playerId: 13, position: 1 }, [13, 12, null]],
    ['frees its place by a tap on it', { playerId: 11, position: 1 }, [null, 12, 13]],
    ['frees its place by a tap on its player', { playerId: 11, position: null }, [null, 12, 13]],
  ])('%s', (_what, wanted, then) => {
    const next = placeBeforeStruck(podium, wanted, benched)
    expect([1, 2, 3].map((place) => next.find(({ position }) => position === place)?.player_id ?? null)).toEqual(then)
  })

  it('leaves a free place to the next player', () => {
    const next = placeBeforeStruck(podium.slice(0, 2), { playerId: 14, position: null }, benched)
    expect(next.map(({ player_id }) => player_id)).toEqual([11, 12, 14])
  })
})
