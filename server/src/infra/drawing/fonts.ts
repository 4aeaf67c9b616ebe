import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { charactersOf } from './coverage.ts'

const { resolve } = createRequire(import.meta.url)

/** Latin first, which suffices for most names. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const

interface Face {
  readonly file: 'archivo' | 'archivo-narrow'
  readonly weight: 500 | 700 | 800
}

const FACES = {
  text: { file: 'archivo', weight: 500 },
  strong: { file: 'archivo', weight: 800 },
  figures: { file: 'archivo-narrow', weight: 700 },
} as const satisfies Record<string, Face>

/** Typographic setting of a text: `figures` is the condensed width, for scores, ranks, points and hours. */
export type Setting = keyof typeof FACES

/** Returns family and weight of a setting. Characters that one subset lacks come from the next. */
export function fontOf(setting: Setting): { fontFamily: string; fontWeight: number } {
  return {
    fontFamily: SUBSETS.map((subset) => familyOf(setting, subset)).join(', '),
    fontWeight: FACES[setting].weight,
  }
}

const familyOf = (setting: Setting, subset: string) => `${setting} ${subset}`

const settings = Object.keys(FACES) as Setting[]

/** The brand's two widths, from their packages. */
export const FONTS = settings.flatMap((setting) =>
  SUBSETS.map((subset) => {
    const { file, weight } = FACES[setting]
    const path = `@fontsource/${file}/files/${file}-${subset}-${weight}-normal.woff`
    return {
      name: familyOf(setting, subset),
      data: readFileSync(resolve(path)),
      weight,
      style: 'normal',
      setting,
    } as const
  }),
)

const drawable: Readonly<Record<Setting, ReadonlySet<string>>> = {
  text: charactersIn('text'),
  strong: charactersIn('strong'),
  figures: charactersIn('figures'),
}

function charactersIn(setting: Setting): Set<string> {
  return FONTS.filter((font) => font.setting === setting)
    .map(({ data }) => charactersOf(data))
    .reduce((all, some) => all.union(some))
}

/** Characters that look like others that the fonts have: apostrophes, dashes, hyphens and spaces. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/\p{Cf}/gu, ''],
  [/[\u2007\u202f]/gu, '\u00a0'],
  [/\p{Cc}|(?!\u00a0)\p{Zs}/gu, ' '],
  [/[ʹʻʼʽˈ′‛`´]/gu, '’'],
  [/[‐‑‒―−]/gu, '-'],
]

/**
 * Reduces a text to what the fonts can draw. Drops missing accents but keeps their letters, and drops emoji, other scripts and direction marks.
 * Returns `otherwise` if no letter or figure remains.
 */
export function writable(text: string, setting: Setting, otherwise = ''): string {
  const known = drawable[setting]
  const plain = LOOKALIKES.reduce((changed, [from, to]) => changed.replace(from, to), text.normalize('NFC'))
  const kept = [...plain].map((character) => {
    if (known.has(character)) return character
    return [...character.normalize('NFKD')].filter((part) => known.has(part) && !/\p{M}/u.test(part)).join('')
  })
  const written = kept.join('').replace(/ {2,}/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(written) ? written : otherwise
}
