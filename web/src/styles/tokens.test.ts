import { readFileSync } from 'node:fs'
import { contrastRatio, MIN_CONTRAST } from '@tribune/domain/common/contrast.ts'
import { KIT_GROUNDS, KIT_NEUTRALS } from '@tribune/domain/matches/kit-colours.ts'
import { describe, expect, test } from 'vitest'
import { COLOUR_PAIRS, COLOUR_THEMES, readColours } from './colour-pairs.ts'

/** Reads the very file that the screens use, so that a changed token is a tested token. */
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const colours = readColours(css)

describe.each(COLOUR_THEMES)('in the %s theme', (theme) => {
  test.each(COLOUR_PAIRS)('$use in $ink on $ground stands out', ({ ink, ground, use }) => {
    const [one = '', other = ''] = [colours.get(ink)?.[theme], colours.get(ground)?.[theme]]
    expect(contrastRatio(one, other)).toBeGreaterThanOrEqual(MIN_CONTRAST[use])
  })
})

describe.each(COLOUR_THEMES)('marks in the colours of shirts in the %s theme', (theme) => {
  const token = (name: string) => colours.get(name)?.[theme] ?? ''

  test('are measured against the ground on which they stand out least', () => {
    expect(token('raised')).toBe(KIT_GROUNDS[theme])
    const text = (ground: string) => contrastRatio(token('text'), token(ground))
    expect(text('raised')).toBe(Math.min(...['ground', 'surface', 'raised'].map(text)))
  })

  test('fall back to the brand’s neutrals', () => {
    expect(KIT_NEUTRALS[theme]).toEqual({ home: token('text'), away: token('quiet') })
  })
})

test('marks of the dark theme stand out from the scoreboard in both themes', () => {
  for (const theme of COLOUR_THEMES) {
    const board = colours.get('board')?.[theme] ?? ''
    const white = (ground: string) => contrastRatio('#ffffff', ground)
    expect(white(board)).toBeGreaterThanOrEqual(white(KIT_GROUNDS.dark))
  }
})

test('every colour of the token file is read by this test', () => {
  const declared = [...css.matchAll(/^\s+--([a-z-]+): .*#/gm)].map(([, name]) => name)
  expect([...colours.keys()]).toEqual(declared)
})
