import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const { resolve } = createRequire(import.meta.url)

/** Sizes and offsets in a WOFF 1.0 file (W3C, 2012) and in its `cmap` table (OpenType 1.9). */
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const CMAP_HEADER = 4
const CMAP_ENTRY = 8
/** Unicode up to U+FFFF, which covers our fonts. */
const WINDOWS = 3
const UNICODE_BMP = 1
const SEGMENTS = 4
const SEGMENTS_HEADER = 14
/** Ends the list of segments. Not a character. */
const LAST_SEGMENT = 0xffff

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
  const parts = [...plain].map((character) => {
    if (known.has(character)) return character
    return [...character.normalize('NFKD')].filter((part) => known.has(part) && !/\p{M}/u.test(part)).join('')
  })
  const written = parts.join('').replace(/ {2,}/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(written) ? written : otherwise
}

/** Returns all characters that a WOFF font has. */
function charactersOf(woff: Buffer): Set<string> {
  const cmap = tableOf(woff, 'cmap')
  const subtable = subtableOf(cmap)
  const characters = new Set<string>()
  const segments = subtable.readUInt16BE(6) / 2
  for (let index = 0; index < segments; index += 1) {
    const end = subtable.readUInt16BE(SEGMENTS_HEADER + index * 2)
    // A padding number separates ends from starts.
    const start = subtable.readUInt16BE(SEGMENTS_HEADER + (segments + index) * 2 + 2)
    if (end === LAST_SEGMENT) continue
    for (let code = start; code <= end; code += 1) characters.add(String.fromCharCode(code))
  }
  return characters
}

function tableOf(woff: Buffer, wanted: string): Buffer {
  const tables = woff.readUInt16BE(12)
  for (let at = WOFF_HEADER; at < WOFF_HEADER + tables * WOFF_ENTRY; at += WOFF_ENTRY) {
    if (woff.toString('latin1', at, at + 4) !== wanted) continue
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return packed === length ? bytes : inflateSync(bytes)
  }
  throw new Error(`the font has no table ${wanted}`)
}

function subtableOf(cmap: Buffer): Buffer {
  const subtables = cmap.readUInt16BE(2)
  for (let at = CMAP_HEADER; at < CMAP_HEADER + subtables * CMAP_ENTRY; at += CMAP_ENTRY) {
    const subtable = cmap.subarray(cmap.readUInt32BE(at + 4))
    const isUnicode = cmap.readUInt16BE(at) === WINDOWS && cmap.readUInt16BE(at + 2) === UNICODE_BMP
    if (isUnicode && subtable.readUInt16BE(0) === SEGMENTS) return subtable
  }
  throw new Error('the font has no Unicode map')
}
