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

/** Most characters of two words that stay on one line. */
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
