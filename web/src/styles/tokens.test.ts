import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COLOUR_PAIRS, COLOUR_THEMES, readColours } from './colour-pairs.ts'
import { contrastRatio, MIN_CONTRAST } from './contrast.ts'

/** Reads the very file that the screens use, so that a changed token is a tested token. */
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const colours = readColours(css)

describe.each(COLOUR_THEMES)('in the %s theme', (theme) => {
  test.each(COLOUR_PAIRS)('$use in $ink on $ground stands out', ({ ink, ground, use }) => {
    const [one = '', other = ''] = [colours.get(ink)?.[theme], colours.get(ground)?.[theme]]
    expect(contrastRatio(one, other)).toBeGreaterThanOrEqual(MIN_CONTRAST[use])
  })
})

test('every colour of the token file is read by this test', () => {
  const declared = [...css.matchAll(/^\s+--([a-z-]+): .*#/gm)].map(([, name]) => name)
  expect([...colours.keys()]).toEqual(declared)
})
