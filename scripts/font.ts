import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'

/**
 * Writes the app's font files, the style rules that name them, and their license, from the package of the whole font; `--verify` only fails when they
 * are stale.
 */
const verify = process.argv.includes('--verify')
const PACKAGE = '@fontsource-variable/archivo'
const MADE = new URL('../web/src/styles/', import.meta.url)

type Range = readonly [first: number, last: number]

interface Part {
  readonly name: string
  readonly source: string
  readonly ranges: readonly Range[]
  /** Narrow letters too. Names are never narrow, and half the size without. */
  readonly wdth: 100 | { readonly min: 75; readonly max: 100; readonly default: 100 }
}

/** The most frequent letters of names that the first file lacks, in at most 6 kB: Turkish, Polish, Czech, Croatian, Romanian, Hungarian ones. */
const NAMES = 'ćčđěęğłńőřśşšżžșțĆČĐİŁŚŞŠŽȘ'
/** All other Latin letters of European languages. */
const FURTHER: readonly Range[] = [
  [0x100, 0x17f],
  [0x18f, 0x18f],
  [0x218, 0x21b],
  [0x259, 0x259],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ef2, 0x1ef3],
]

/** A character is drawn from the last part that lists it, and a page fetches only the parts that it needs; the last one always. */
const PARTS: readonly Part[] = [
  { name: 'archivo-further', source: 'latin-ext', ranges: FURTHER, wdth: 100 },
  { name: 'archivo-names', source: 'latin-ext', ranges: rangesOf(NAMES), wdth: 100 },
  {
    name: 'archivo',
    source: 'latin',
    // Latin letters, punctuation, and the few symbols of the screens.
    ranges: [
      [0x20, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2000, 0x206f],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2190, 0x2193],
      [0x2212, 0x2215],
    ],
    wdth: { min: 75, max: 100, default: 100 },
  },
]
/** The weights in use (web/src/styles/theme.css). */
const WEIGHTS = { min: 400, max: 900, default: 400 } as const

const read = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`${PACKAGE}/${name}`)))

function rangesOf(characters: string): Range[] {
  const codes = [...characters].map((character) => character.codePointAt(0) ?? 0)
  return codes.map((code) => [code, code])
}

const hex = (code: number) => code.toString(16)
const rangeRule = ([first, last]: Range) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)

/** Returns a part of the font, without kerning between the few letters of the smaller ones. */
function fileOf({ source, ranges, wdth }: Part): Promise<Buffer> {
  const text = ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('')
  return subset(read(`files/archivo-${source}-wdth-normal.woff2`), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS, wdth },
    noHinting: true,
    ...(source === 'latin' ? {} : { keepFeatures: [] }),
  })
}

/** Ranges that the formatter leaves on one line. */
const MAX_IN_LINE = 10

/** Returns the rule of a part. All name the same weights and widths: browsers join only those to one font. */
const ruleOf = ({ name, ranges }: Part) => `@font-face {
  font-family: Archivo;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  font-stretch: 75% 100%;
  font-display: swap;
  src: url("./${name}.woff2") format("woff2");
  unicode-range:${ranges.length > MAX_IN_LINE ? '\n   ' : ''} ${ranges.map(rangeRule).join(', ')};
}
`

const rules = [
  '/* Archivo with the characters, weights and widths in use, made by `npm run font`. */',
  ...PARTS.map(ruleOf),
]
const files = await Promise.all(PARTS.map(async (part) => [`${part.name}.woff2`, await fileOf(part)] as const))
for (const [name, content] of [
  ...files,
  ['archivo.css', Buffer.from(rules.join('\n'))],
  ['archivo-license.txt', read('LICENSE')],
] as const) {
  const file = new URL(name, MADE)
  if (!verify) writeFileSync(file, content)
  else if (!readFileSync(file).equals(content)) {
    process.stderr.write(`${name} is stale: run npm run font\n`)
    process.exitCode = 1
  }
}
