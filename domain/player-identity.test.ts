import { describe, expect, it } from 'vitest'
import { settleIds } from './player-identity.ts'

const held = (player_id: number, shirt: number | null, player_name = 'A. Rivoal', team_id = 1) => ({
  player_id,
  team_id,
  shirt,
  player_name,
})
const told = (id: number, shirt: number | null, name = 'A. Rivoal', teamId = 1) => ({ id, teamId, shirt, name })

describe('one person under one id', () => {
  it.each<[string, ReturnType<typeof held>[], ReturnType<typeof told>[], number[], [number, number][]]>([
    ['is left alone', [held(5, 8)], [told(5, 8)], [5], []],
    ['merges into the id told at last', [held(-1008, 8)], [told(5, 8)], [5], [[-1008, 5]]],
    ['merges by name without a shirt', [held(-1200, null)], [told(5, null)], [5], [[-1200, 5]]],
    ['keeps the id once told', [held(5, 8)], [told(-1008, 8)], [5], []],
    ['is another person in another team', [held(-1008, 8)], [told(5, 8, 'A. Rivoal', 2)], [5], []],
    ['is another person in another shirt', [held(-1008, 8)], [told(5, 9)], [5], []],
    ['is nobody when two share the shirt', [held(-1008, 8)], [told(5, 8), told(6, 8, 'B. Lusson')], [5, 6], []],
    ['is not merged while still told', [held(-1008, 8)], [told(-1008, 8), told(5, 8)], [-1008, 5], []],
    ['takes no id that another has', [held(5, 8)], [told(-1008, 8), told(5, 9)], [-1008, 5], []],
    ['that has two ids of the feed is two', [held(4, 8)], [told(5, 8)], [5], []],
  ])('%s', (_name, stored, sheet, ids, merges) => {
    const settled = settleIds(stored, sheet)
    expect(settled.players.map(({ id }) => id)).toEqual(ids)
    expect(settled.merges).toEqual(merges.map(([from, to]) => ({ from, to })))
  })
})
