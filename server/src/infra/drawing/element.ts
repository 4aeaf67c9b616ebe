import { fontOf, type Setting, writable } from './fonts.ts'

/** A node of the layout, in the form that JSX compiles to. */
export interface DrawnElement {
  readonly type: 'div' | 'img'
  readonly key: null
  readonly props: Readonly<Record<string, unknown>>
}

export type Style = Readonly<Record<string, string | number>>
type Child = DrawnElement | null

export function box(style: Style, children: readonly Child[] = []): DrawnElement {
  const shown = children.filter((child) => child !== null)
  return {
    type: 'div',
    key: null,
    props: { style: { display: 'flex', boxSizing: 'border-box', flexShrink: 0, ...style }, children: shown },
  }
}

export function column(style: Style, children: readonly Child[]): DrawnElement {
  return box({ flexDirection: 'column', ...style }, children)
}

/** Embeds an SVG document as a picture. */
export function drawn(svg: string, width: number, height: number, style: Style = {}): DrawnElement {
  return picture(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, width, height, style)
}

export function picture(src: string, width: number, height: number, style: Style = {}): DrawnElement {
  return { type: 'img', key: null, props: { src, width, height, style } }
}

interface TextOptions {
  readonly setting: Setting
  readonly size: number
  /** Longer texts end in an ellipsis. */
  readonly lines?: number
  readonly otherwise?: string
}

export function text(
  words: string,
  { setting, size, lines = 1, otherwise = '' }: TextOptions,
  style: Style = {},
): DrawnElement {
  const props = {
    style: {
      display: 'block',
      ...fontOf(setting),
      fontSize: size,
      lineHeight: 1.12,
      lineClamp: lines,
      wordBreak: 'break-word',
      ...style,
    },
    children: writable(lines > 1 ? withoutWidow(words) : words, setting, otherwise),
  }
  return { type: 'div', key: null, props }
}

/** Maximum number of characters of two words that stay on one line. */
const PAIR = 20

/** Keeps the last two words together, if they are short. */
function withoutWidow(words: string): string {
  return words.replace(/ (\S+ \S+)$/, (end, pair: string) =>
    pair.length > PAIR ? end : ` ${pair.replace(' ', '\u00a0')}`,
  )
}

/** The dark half of the brand's tokens (web/src/styles/tokens.css): a shared picture has no theme to follow. */
export const PALETTE = {
  ground: '#0b1020',
  raised: '#1e2745',
  line: '#2a3558',
  edge: '#6f7dad',
  text: '#f4f1e8',
  quiet: '#a7b0cc',
  action: '#c6f94a',
  onAction: '#0b1020',
  onStep: '#0b1020',
} as const

/** By position of the podium. */
export const METALS = { 1: '#f2c14e', 2: '#c9d1de', 3: '#d98e55' } as const

/** The mark: three rows of a stand that form a podium, on a square of 48. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="${METALS[3]}" d="M2 32Q24 35.4 46 32V42.6Q24 46 2 42.6Z"/><path fill="${METALS[2]}" d="M2 19.2Q16.66 21.47 31.33 20.71V31.31Q16.66 32.07 2 29.8Z"/><path fill="${METALS[1]}" d="M16.67 7.91Q24 8.29 31.33 7.91V18.51Q24 18.89 16.67 18.51Z"/></svg>`

/** Draws the mark with the name next to it, `size` high. */
export function signature(size: number): DrawnElement {
  return box({ alignItems: 'center', gap: size * 0.22 }, [
    drawn(MARK, size, size),
    text('TRIBUNE', { setting: 'figures', size: size * 0.82 }, { lineHeight: 1, letterSpacing: size * 0.01 }),
  ])
}

interface Size {
  readonly width: number
  readonly height: number
}

const ROWS = 40
const FIRST_RADIUS = 90
const APART = 28

/** Draws the background of every picture as an SVG document: rows of seats around a dark bowl, fading away from the light. */
export function groundSvg({ width, height }: Size): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const radius = FIRST_RADIUS + row * APART
    const opacity = (0.7 * (1 - row / ROWS) ** 2.6).toFixed(3)
    return `<ellipse cx="${width}" cy="-60" rx="${radius * 1.35}" ry="${radius}" opacity="${opacity}"/>`
  })
  const seats = `<g fill="none" stroke="${PALETTE.edge}" stroke-width="3.4" stroke-linecap="round" stroke-dasharray="0.1 12">${rows.join('')}</g>`
  const bowl = `<path fill="${PALETTE.ground}" d="M0 0h${width}v${height}H0Z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bowl}${seats}</svg>`
}

/** Draws the call to action. */
export function call(words: string, size: number, lines = 1): DrawnElement {
  return box(
    {
      background: PALETTE.action,
      color: PALETTE.onAction,
      borderRadius: size * 0.45,
      padding: `${size * 0.5}px ${size * 0.8}px`,
      alignSelf: 'flex-start',
    },
    [text(words, { setting: 'strong', size, lines }, { lineHeight: 1.15 })],
  )
}
