import { type ContrastUse, contrastRatio, passesContrast } from '@tribune/domain/common/contrast.ts'
import {
  COLOUR_PAIRS,
  COLOUR_THEMES,
  type Colour,
  type ColourTheme,
  readColours,
} from '../../../../styles/colour-pairs.ts'
import themeCss from '../../../../styles/theme.css?raw'
import tokensCss from '../../../../styles/tokens.css?raw'

/** The brand's colours, from the style sheet itself. */
export const COLOURS: ReadonlyMap<string, Colour> = readColours(tokensCss)

/** Pixels of a rem at the browser's own text size. */
const ROOT_PX = 16

/** The sizes of the type scale, from the style sheet itself. */
export const TYPE_SCALE = readTypeScale(themeCss)

/** A pair in use with its contrast in one theme. */
export interface PairContrast {
  readonly ink: string
  readonly ground: string
  readonly use: ContrastUse
  readonly ratio: number
  readonly passes: boolean
  /** `#rrggbb` of both. */
  readonly colours: readonly [string, string]
}

/** Computes the contrast of every pair in use, in one theme. */
export function contrastsIn(theme: ColourTheme): PairContrast[] {
  return COLOUR_PAIRS.map(({ ink, ground, use }) => {
    const colours = [colourOf(ink, theme), colourOf(ground, theme)] as const
    const ratio = contrastRatio(...colours)
    return { ink, ground, use, ratio, passes: passesContrast(ratio, use), colours }
  })
}

/** Returns a colour of the brand in one theme, as `#rrggbb`; the colour of text for an unknown name. */
export function colourOf(name: string, theme: ColourTheme): string {
  return (COLOURS.get(name) ?? COLOURS.get('text'))?.[theme] ?? '#000000'
}

/** Counts the pairs, and those that pass in both themes. */
export function countPassing(): { readonly passing: number; readonly all: number } {
  const byTheme = COLOUR_THEMES.map(contrastsIn)
  const passing = COLOUR_PAIRS.filter((_, at) => byTheme.every((pairs) => pairs[at]?.passes === true)).length
  return { passing, all: COLOUR_PAIRS.length }
}

/**
 * Returns every colour of one theme as inline custom properties, for a box that shows this theme regardless of the page's theme. The colour scheme alone is
 * not enough: the build lowers `light-dark()` to values that are settled at the root.
 */
export function tokensIn(theme: ColourTheme): Readonly<Record<string, string>> {
  const tokens = [...COLOURS].map(([name, colour]) => [`--${name}`, colour[theme]] as const)
  return { colorScheme: theme, ...Object.fromEntries(tokens) }
}

/** One size of the type scale: its name, and its pixels at the browser's own text size. */
interface TypeSize {
  readonly name: string
  readonly pixels: number
}

/** Reads the type scale of `theme.css`, smallest first; sizes that depend on the screen's width are not part of the scale. */
export function readTypeScale(css: string): TypeSize[] {
  return [...css.matchAll(/--text-(\w+): ([\d.]+)rem;/g)].map(([, name = '', rem = '']) => ({
    name,
    pixels: Math.round(Number(rem) * ROOT_PX * 10) / 10,
  }))
}
