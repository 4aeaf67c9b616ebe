import { count } from '@tribune/french/format/numbers.ts'
import { brand } from '@tribune/french/sentences/app.ts'
import { brandBook as words } from '@tribune/french/sentences/operator/brand-book.ts'
import { useRef } from 'react'
import { toast } from '../../../../lib/state/toast.ts'
import type { ColourTheme } from '../../../../styles/colour-pairs.ts'
import { Button } from '../../../../ui/button.tsx'
import { Mark } from '../../../../ui/mark.tsx'
import { Section } from '../../section.tsx'
import { colourOf, tokensIn } from './brand-rules.ts'

/** The side of the mark's own drawing. */
const DRAWING = 48

/** Sides of the PNG files, in pixels. */
const PNG_SIDES = [64, 256, 1024] as const

/** How a variant is drawn: in which theme's colours, on what, and whether in one colour. */
interface Variant {
  readonly theme: ColourTheme
  readonly ground: string | null
  readonly margin: number
  readonly ink: string | null
}

export const LOGO_VARIANTS = {
  dark: { theme: 'dark', ground: null, margin: 0, ink: null },
  light: { theme: 'light', ground: null, margin: 0, ink: null },
  icon: { theme: 'dark', ground: 'board', margin: 0.2, ink: null },
  mono: { theme: 'light', ground: null, margin: 0, ink: 'text' },
} as const satisfies Record<keyof typeof words.variants, Variant>

type VariantName = keyof typeof LOGO_VARIANTS
const NAMES = Object.keys(LOGO_VARIANTS) as VariantName[]

/** The mark in each variant, as files: read from the very drawing that the screens show. */
export function LogoSection() {
  return (
    <Section title={words.logos} intro={words.logosIntro}>
      <ul className="grid gap-4 wide:grid-cols-2">
        {NAMES.map((name) => (
          <Variant key={name} name={name} />
        ))}
      </ul>
      <p className="mt-4 text-quiet">{words.logoRules}</p>
    </Section>
  )
}

function Variant({ name }: { readonly name: VariantName }) {
  const shown = useRef<HTMLDivElement>(null)
  const { theme, ground, margin, ink }: Variant = LOGO_VARIANTS[name]
  const title = words.variants[name]
  const logo = (): Logo => {
    const rows = shown.current === null ? [] : readRows(shown.current, (token) => colourOf(ink ?? token, theme))
    return { rows, ground: ground === null ? null : colourOf(ground, theme), margin }
  }
  const file = (end: string) => `${brand.name.toLowerCase()}-${name}${end}`
  const saved = (blob: Blob, fileName: string) => {
    saveFile(blob, fileName)
    toast(words.saved(fileName))
  }
  const saveSvg = () => saved(new Blob([svgOf(logo(), brand.name)], { type: 'image/svg+xml' }), file('.svg'))
  const savePng = async (side: number) => {
    const blob = await pngOf(logo(), side)
    if (blob === null) toast(words.notDrawn, 'error')
    else saved(blob, file(`-${side}.png`))
  }
  return (
    <li className="flex flex-col gap-3">
      <div
        ref={shown}
        className="flex h-40 items-center justify-center rounded-inner border border-line"
        style={{ ...tokensIn(theme), background: colourOf(ground ?? 'ground', theme) }}
      >
        <span className={ink === null ? '' : MONO}>
          <Mark size={96} />
        </span>
      </div>
      <h3 className="font-bold">{title}</h3>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={words.download(title, words.svg)} onClick={saveSvg}>
          {words.svg}
        </Button>
        {PNG_SIDES.map((side) => (
          <Button
            key={side}
            aria-label={words.download(title, words.png(count(side)))}
            onClick={() => void savePng(side)}
          >
            {words.png(count(side))}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** All three rows in the colour of text. */
const MONO = '[--bronze-step:var(--text)] [--gold-step:var(--text)] [--silver-step:var(--text)]'

/** One row of the drawn mark: its outline in a square of 48, and its colour. */
interface LogoRow {
  readonly outline: string
  readonly colour: string
}

/** A logo to be saved. Without a ground it is transparent; `margin` is the share of the side that stays free around the mark. */
interface Logo {
  readonly rows: readonly LogoRow[]
  readonly ground: string | null
  readonly margin: number
}

/** Reads the rows of a drawn mark. `colourOf` gives the `#rrggbb` of a token's name. */
function readRows(mark: ParentNode, colourOf: (token: string) => string): LogoRow[] {
  return [...mark.querySelectorAll('path')].map((path) => ({
    outline: path.getAttribute('d') ?? '',
    colour: plainColour(path.getAttribute('fill') ?? '', colourOf),
  }))
}

/** Gives the `#rrggbb` of `var(--gold-step)`; a colour that is plain already stays. */
export function plainColour(fill: string, colourOf: (token: string) => string): string {
  const [, token] = /^var\(--([a-z-]+)\)$/.exec(fill) ?? []
  return token === undefined ? fill : colourOf(token)
}

/** Writes a logo as an SVG file that needs nothing else. */
export function svgOf({ rows, ground, margin }: Logo, title: string): string {
  const side = sideOf(margin)
  const free = (side - DRAWING) / 2
  const rect = ground === null ? '' : `<rect width="${side}" height="${side}" fill="${ground}"/>`
  const paths = rows.map(({ outline, colour }) => `<path d="${outline}" fill="${colour}"/>`).join('')
  const drawn = `<g transform="translate(${free} ${free})">${paths}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" role="img"><title>${title}</title>${rect}${drawn}</svg>\n`
}

/** Draws a logo as a PNG file of `side` pixels; `null` where the browser cannot. */
function pngOf({ rows, ground, margin }: Logo, side: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  if (ground !== null) {
    context.fillStyle = ground
    context.fillRect(0, 0, side, side)
  }
  const whole = sideOf(margin)
  const scale = side / whole
  const free = ((whole - DRAWING) / 2) * scale
  context.setTransform(scale, 0, 0, scale, free, free)
  for (const { outline, colour } of rows) {
    context.fillStyle = colour
    context.fill(new Path2D(outline))
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

/** Returns the side of a drawing of which `margin` stays free at each edge, in units of the mark, to a thousandth. */
function sideOf(margin: number): number {
  return Math.round((DRAWING / (1 - 2 * margin)) * 1_000) / 1_000
}

/** Saves a file as the browser saves downloads. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by the next turn at the latest.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
