import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Reads the very file that the screens use, so that a changed token is a tested token. */
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const THEMES = ['light', 'dark'] as const
const GROUNDS = ['ground', 'surface', 'raised']

/** Text (4.5:1), WCAG 1.4.3. */
const TEXT_PAIRS: readonly (readonly [string, string])[] = [
  ...['text', 'quiet', 'live', 'good', 'warn'].flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)),
  ['on-action', 'action'],
  ['on-step', 'gold-step'],
  ['on-step', 'silver-step'],
  ['on-step', 'bronze-step'],
  ['on-board', 'board'],
  ['board-quiet', 'board'],
  ['board-live', 'board'],
  ['board-warn', 'board'],
  ['ground', 'text'],
]

/** Icons, borders of fields, large figures (3:1), WCAG 1.4.11. */
const SHAPE_PAIRS: readonly (readonly [string, string])[] = [
  ...['edge', 'gold', 'silver', 'bronze'].flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)),
  ['action', 'ground'],
  ['action', 'surface'],
]

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(ink: string, ground: string, theme: (typeof THEMES)[number]): number {
  const [light = 0, dark = 0] = [ink, ground]
    .map((name) => luminance(tokens.get(name)?.[theme] ?? ''))
    .sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(THEMES)('in the %s theme', (theme) => {
  test.each(TEXT_PAIRS)('text in %s on %s is readable', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(SHAPE_PAIRS)('shapes in %s on %s stand out', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(3)
  })
})

test('every colour of the token file is read by this test', () => {
  const declared = [...css.matchAll(/^\s+--([a-z-]+): .*#/gm)].map(([, name]) => name)
  expect([...tokens.keys()]).toEqual(declared)
})
