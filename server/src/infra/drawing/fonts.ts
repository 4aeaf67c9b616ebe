import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { charactersOf } from './coverage.ts'

const { resolve } = createRequire(import.meta.url)

/** Latin first: most names need no other. */
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

/** How a text is set: `figures` is the condensed width, for scores, ranks, points and hours. */
export type Setting = keyof typeof FACES

/** The family and weight of a setting; a character that one subset lacks is taken from the next. */
export function fontOf(setting: Setting): { fontFamily: string; fontWeight: number } {
  return {
    fontFamily: SUBSETS.map((subset) => familyOf(setting, subset)).join(', '),
    fontWeight: FACES[setting].weight,
  }
}

const familyOf = (setting: Setting, subset: string) => `${setting} ${subset}`

const settings = Object.keys(FACES) as Setting[]

/** The brand's two widths, from the packages that carry them. */
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

/** What no reader tells apart from what is in the fonts: apostrophes, dashes and hyphens of all sorts. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\p{Cf}/gu, ''],
  [/[\u2007\u202f]/gu, '\u00a0'],
  [/\p{Cc}|(?!\u00a0)\p{Zs}/gu, ' '],
  [/[ʹʻʼʽˈ′‛`´]/gu, '’'],
  [/[‐‑‒―−]/gu, '-'],
]

/**
 * The text as the fonts can draw it. Accents that are missing leave their letter; what has no letter of ours (emoji, other scripts,
 * marks of direction) is left out, and `otherwise` stands for a text of which no letter or figure is left.
 */
export function writable(text: string, setting: Setting, otherwise = ''): string {
  const known = drawable[setting]
  const plain = ALIKE.reduce((changed, [look, like]) => changed.replace(look, like), text.normalize('NFC'))
  const kept = [...plain].map((character) => {
    if (known.has(character)) return character
    return [...character.normalize('NFKD')].filter((part) => known.has(part) && !/\p{M}/u.test(part)).join('')
  })
  const written = kept.join('').replace(/ {2,}/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(written) ? written : otherwise
}
