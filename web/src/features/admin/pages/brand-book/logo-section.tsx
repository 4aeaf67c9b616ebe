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
import { type Logo, PNG_SIDES, pngOf, readRows, saveFile, svgOf } from './logo-calls.ts'

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
