import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_IN_LINE, type PlacedPlayer, placeEleven } from './eleven.ts'

interface Named extends PlacedPlayer {
  readonly name: string
}

/** Reads starters such as `D 2:1`, or `D -` without a place on the grid, or `? -` without a position either; a name is the text and its place in the list. */
function side(text: string): Named[] {
  return text.split(', ').map((one, index) => {
    const [letter = '', grid = ''] = one.split(' ')
    return {
      name: `${letter}${index}`,
      is_starter: true,
      player_position: letter === '?' ? null : (letter as 'G' | 'D' | 'M' | 'F'),
      grid: grid === '-' ? null : grid,
    }
  })
}

const placed = (players: readonly Named[]) => {
  const { lines, formation } = placeEleven(players)
  return { lines: lines.map((line) => line.map(({ name }) => name).join(' ')), formation }
}

const DEFENCE = 'G 1:1, D 2:1, D 2:2, D 2:3, D 2:4'
const MIDFIELD = 'M 3:1, M 3:2, M 3:3'
const WHOLE = `${DEFENCE}, ${MIDFIELD}, F 4:1, F 4:2, F 4:3`
const BY_POSITION = ['G0', 'D1 D2 D3 D4', 'M5 M6 M7', 'F8 F9 F10']

describe('an eleven on the pitch', () => {
  it.each<[what: string, starters: string, lines: string[], formation: string | null]>([
    ['by the grid', WHOLE, BY_POSITION, '4-3-3'],
    [
      'by columns, from the left, wherever the lineup lists a player',
      `${DEFENCE}, M 3:3, M 3:1, M 3:2, F 4:3, F 4:2, F 4:1`,
      ['G0', 'D1 D2 D3 D4', 'M6 M7 M5', 'F10 F9 F8'],
      '4-3-3',
    ],
    [
      'in six lines, positions aside',
      'G 1:1, D 2:1, D 2:2, D 2:3, D 2:4, D 3:1, M 4:1, F 4:2, M 5:1, F 6:1, M 6:2',
      ['G0', 'D1 D2 D3 D4', 'D5', 'M6 F7', 'M8', 'F9 M10'],
      '4-1-2-1-2',
    ],
    [
      'with a hole between columns: the player joins the line of their position there',
      `${DEFENCE}, M 3:1, M -, M 3:3, F 4:1, F 4:2, F 4:3`,
      BY_POSITION,
      null,
    ],
    [
      'with a hole at the end of a line',
      'G 1:1, D 2:1, D 2:2, D 2:3, D -, M 3:1, M 3:2, M 3:3, F 4:1, F 4:2, F 4:3',
      BY_POSITION,
      null,
    ],
    ['with a keeper without a place', WHOLE.replace('G 1:1', 'G -'), BY_POSITION, null],
    [
      'with a starter without place and position, in midfield',
      `${DEFENCE}, M 3:1, ? -, M 3:3, F 4:1, F 4:2, F 4:3`,
      ['G0', 'D1 D2 D3 D4', 'M5 ?6 M7', 'F8 F9 F10'],
      null,
    ],
    ['with two players in one cell, in the order of the lineup', WHOLE.replace('3:2', '3:1'), BY_POSITION, '4-3-3'],
    ['with lines whose numbers have gaps', WHOLE.replaceAll(' 4:', ' 9:'), BY_POSITION, '4-3-3'],
    [
      'by position, with a hole that no line can take',
      'G 1:1, D -, D -, D -, D -, M 3:1, M 3:2, M 3:3, F 4:1, F 4:2, F 4:3',
      BY_POSITION,
      null,
    ],
    ['by position, with all in one cell', WHOLE.replaceAll(/\d:\d/g, '1:1'), BY_POSITION, null],
    ['by position, with a line of six', WHOLE.replaceAll(' 4:', ' 3:'), BY_POSITION, null],
    [
      'by position, with seven lines',
      'G 1:1, D 2:1, D 2:2, D 2:3, D 2:4, M 3:1, M 4:1, M 5:1, F 6:1, F 6:2, F 7:1',
      BY_POSITION,
      null,
    ],
    ['by position, with malformed places', WHOLE.replaceAll(':', '/'), BY_POSITION, null],
    ['by position, without a grid', WHOLE.replaceAll(/\d:\d/g, '-'), BY_POSITION, null],
    [
      'by position in equal lines, if one is too long',
      Array(11).fill('M -').join(', '),
      ['M0 M1 M2 M3', 'M4 M5 M6 M7', 'M8 M9 M10'],
      null,
    ],
    ['of fewer than eleven, by the grid', `${DEFENCE}, M 3:1, F 4:1`, ['G0', 'D1 D2 D3 D4', 'M5', 'F6'], null],
    ['of fewer than eleven, without a keeper', 'D 2:1, D 2:2, F 3:1', ['D0 D1', 'F2'], null],
    ['of one player', '? -', ['?0'], null],
    ['of more than eleven: the first ones', `${WHOLE}, F 4:4`, BY_POSITION, '4-3-3'],
  ])('%s', (_what, starters, lines, formation) => {
    expect(placed(side(starters))).toEqual({ lines, formation })
  })

  it('has no substitute, and no line without starters', () => {
    const bench = side(WHOLE).map((player) => ({ ...player, is_starter: false }))
    expect(placed(bench)).toEqual({ lines: [], formation: null })
    expect(placed([...bench, ...side(WHOLE)])).toEqual({ lines: BY_POSITION, formation: '4-3-3' })
  })

  it('places each of up to eleven starters once, in lines that fit, with any grid', () => {
    const starter = fc.record({
      is_starter: fc.constant(true),
      player_position: fc.constantFrom('G', 'D', 'M', 'F', null),
      grid: fc.oneof(
        fc.constant(undefined),
        fc.constant(null),
        fc.string(),
        fc.tuple(fc.nat(99), fc.nat(99)).map((cell) => cell.join(':')),
        fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })).map((cell) => cell.join(':')),
      ),
    }) as fc.Arbitrary<PlacedPlayer>
    fc.assert(
      fc.property(fc.array(starter, { maxLength: 14 }), (starters) => {
        const { lines } = placeEleven(starters)
        expect(lines.flat()).toHaveLength(Math.min(starters.length, 11))
        expect(new Set(lines.flat())).toEqual(new Set(starters.slice(0, 11)))
        for (const { length } of lines) expect(length > 0 && length <= MAX_IN_LINE).toBe(true)
      }),
    )
  })
})
