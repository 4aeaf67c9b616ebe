import { contrastRatio, MIN_CONTRAST } from '../common/contrast.ts'

/** Main colours of the shirts that both sides wear in a match, as `#rrggbb`. */
export interface Kits {
  readonly home: string
  readonly away: string
}

/** The ground of each theme on which marks stand out least: `--raised` of the brand's tokens. */
export const KIT_GROUNDS = { light: '#efebdf', dark: '#1e2745' } as const
export type KitTheme = keyof typeof KIT_GROUNDS

/** The brand's two neutrals, text and quiet text, for shirts that look the same. */
export const KIT_NEUTRALS: Readonly<Record<KitTheme, Kits>> = {
  light: { home: '#0b1020', away: '#4b5573' },
  dark: { home: '#f4f1e8', away: '#a7b0cc' },
}

/** Distance below which two colours look the same at the size of a mark; that of black and white is 765. */
const SAME = 100

/**
 * Returns colours for marks of both sides, such as lines, in a theme: the shirts' own, as dark or light as they must be for a contrast of 3 with every
 * ground (WCAG 2.2, 1.4.11). Shirts that look the same get two neutrals. A mark repeats what a crest or name says: its colour is never the only sign.
 */
export function kitMarks({ home, away }: Kits, theme: KitTheme): Kits {
  const marks = { home: standOut(home, theme), away: standOut(away, theme) }
  return distance(home, away) < SAME || distance(marks.home, marks.away) < SAME ? KIT_NEUTRALS[theme] : marks
}

/** Mixes a colour with as much black, or white in the dark theme, as it needs. */
function standOut(colour: string, theme: KitTheme): string {
  for (let percent = 0; percent < 100; percent += 5) {
    const mixed = mix(colour, theme === 'light' ? 0 : 255, percent)
    if (contrastRatio(mixed, KIT_GROUNDS[theme]) >= MIN_CONTRAST.shape) return mixed
  }
  return KIT_NEUTRALS[theme].home
}

function mix(colour: string, grey: number, percent: number): string {
  const mixed = channels(colour).map((channel) => Math.round(channel + ((grey - channel) * percent) / 100))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** How different two colours look, 0 to 765: by their channels, weighted by the mean red ("redmean"). */
function distance(one: string, other: string): number {
  const [a, b] = [channels(one), channels(other)]
  const red = (a[0] + b[0]) / 2 / 256
  return Math.hypot(Math.sqrt(2 + red) * (a[0] - b[0]), 2 * (a[1] - b[1]), Math.sqrt(3 - red) * (a[2] - b[2]))
}

function channels(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
