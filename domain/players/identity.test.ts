import { describe, expect, it } from 'vitest'
import { picksUnderKeptIds, reconcileIds } from './identity.ts'

const inStore = (player_id: number, shirt: number | null, player_name = 'A. Rivoal', team_id = 1) => ({
  player_id,
  team_id,
  shirt,
  player_name,
})
const inFeed = (id: number, shirt: number | null, name = 'A. Rivoal', teamId = 1) => ({ id, teamId, shirt, name })

describe('one person under one id', () => {
  it.each<[string, ReturnType<typeof inStore>[], ReturnType<typeof inFeed>[], number[], [number, number][]]>([
    ['is left alone', [inStore(5, 8)], [inFeed(5, 8)], [5], []],
    ['merges into the id that the feed gives at last', [inStore(-1008, 8)], [inFeed(5, 8)], [5], [[-1008, 5]]],
    ['merges by name without a shirt', [inStore(-1200, null)], [inFeed(5, null)], [5], [[-1200, 5]]],
    ['keeps the id that the feed once gave', [inStore(5, 8)], [inFeed(-1008, 8)], [5], []],
    ['is another person in another team', [inStore(-1008, 8)], [inFeed(5, 8, 'A. Rivoal', 2)], [5], []],
    ['is another person in another shirt', [inStore(-1008, 8)], [inFeed(5, 9)], [5], []],
    [
      'is not recognised when two share the shirt',
      [inStore(-1008, 8)],
      [inFeed(5, 8), inFeed(6, 8, 'B. Lusson')],
      [5, 6],
      [],
    ],
    [
      'is not merged while the feed still lists our id',
      [inStore(-1008, 8)],
      [inFeed(-1008, 8), inFeed(5, 8)],
      [-1008, 5],
      [],
    ],
    ['takes no id that another has', [inStore(5, 8)], [inFeed(-1008, 8), inFeed(5, 9)], [-1008, 5], []],
    ['is two people when the feed gives two ids', [inStore(4, 8)], [inFeed(5, 8)], [5], []],
    [
      'is one when the feed has listed them twice',
      [inStore(-1007, 7), inStore(5, null)],
      [inFeed(5, 7)],
      [5],
      [[-1007, 5]],
    ],
    [
      'is recognised by name where only the feed knows the shirt',
      [inStore(-1200, null)],
      [inFeed(5, 20)],
      [5],
      [[-1200, 5]],
    ],
    ['is recognised by name where the feed loses the shirt', [inStore(5, 20)], [inFeed(-1200, null)], [5], []],
    ['keeps our id when the feed gives the shirt alone', [inStore(-1200, null)], [inFeed(-1020, 20)], [-1200], []],
    ['is not recognised by a name that two share', [inStore(-1200, null)], [inFeed(5, 8), inFeed(6, 20)], [5, 6], []],
    [
      'keeps their shirt from another whose id is known',
      [inStore(4, 8, 'B. Lusson')],
      [inFeed(5, 8), inFeed(-1300, null, 'B. Lusson')],
      [5, 4],
      [],
    ],
  ])('%s', (_name, stored, sheet, ids, expectedMerges) => {
    const { players, merges } = reconcileIds(stored, sheet)
    expect(players.map(({ id }) => id)).toEqual(ids)
    expect(merges).toEqual(expectedMerges.map(([from, to]) => ({ from, to })))
  })
})

describe('picks of a person with an alias', () => {
  const [person, alias, other, another] = [1, 2, 3, 4]
  const ballot = (...ids: readonly number[]) => ids.map((player_id, index) => ({ position: index + 1, player_id }))
  const places = (picks: ReturnType<typeof ballot>) =>
    [1, 2, 3].map((place) => picks.find(({ position }) => position === place)?.player_id ?? null)

  it.each<[what: string, sent: number[], stored: number[], expected: (number | null)[]]>([
    ['take the person’s id', [other, alias, another], [], [other, person, another]],
    ['count in the better place alone in a new ballot', [other, person, alias], [], [other, person, null]],
    ['stay void as in the stored ballot', [person, alias, another], [person, alias, other], [person, alias, another]],
    ['stay void in another place', [person, other, alias], [person, alias, other], [person, other, alias]],
    ['stay void below the person’s', [alias, person, other], [person, alias, other], [person, alias, other]],
    ['count without the person’s', [another, alias, other], [person, alias, other], [another, person, other]],
    ['count once without a void place', [person, alias, other], [person, another, other], [person, null, other]],
    ['are void in one place at most', [person, alias, alias], [person, alias, other], [person, alias, null]],
  ])('%s', (_what, sent, stored, expected) => {
    expect(places(picksUnderKeptIds(ballot(...sent), [{ alias, player: person }], ballot(...stored)))).toEqual(expected)
  })
})
