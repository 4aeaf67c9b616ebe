import type { ContrastUse } from '@tribune/domain/common/contrast.ts'

export const COLOUR_THEMES = ['light', 'dark'] as const
export type ColourTheme = (typeof COLOUR_THEMES)[number]

/** A colour of the brand in both themes, as `#rrggbb`. */
export type Colour = Readonly<Record<ColourTheme, string>>

/** Reads every colour of `tokens.css` by its name, in the order of the file. */
export function readColours(css: string): ReadonlyMap<string, Colour> {
  const found = css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}

/** Two colours that the screens use together. */
export interface ColourPair {
  readonly ink: string
  readonly ground: string
  readonly use: ContrastUse
}

const GROUNDS = ['ground', 'surface', 'raised']
const onGrounds = (use: ContrastUse, ...inks: string[]): ColourPair[] =>
  inks.flatMap((ink) => GROUNDS.map((ground) => ({ ink, ground, use })))

/** Every pair in use: text, then icons, borders of fields and large figures. */
export const COLOUR_PAIRS: readonly ColourPair[] = [
  ...onGrounds('text', 'text', 'quiet', 'live', 'good', 'warn'),
  { ink: 'on-action', ground: 'action', use: 'text' },
  { ink: 'on-step', ground: 'gold-step', use: 'text' },
  { ink: 'on-step', ground: 'silver-step', use: 'text' },
  { ink: 'on-step', ground: 'bronze-step', use: 'text' },
  { ink: 'on-board', ground: 'board', use: 'text' },
  { ink: 'board-quiet', ground: 'board', use: 'text' },
  { ink: 'board-live', ground: 'board', use: 'text' },
  { ink: 'board-warn', ground: 'board', use: 'text' },
  { ink: 'ground', ground: 'text', use: 'text' },
  ...onGrounds('shape', 'edge', 'gold', 'silver', 'bronze'),
  { ink: 'action', ground: 'ground', use: 'shape' },
  { ink: 'action', ground: 'surface', use: 'shape' },
]
