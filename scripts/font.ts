import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'

/** Writes the app's font and its license from the package of the whole font; `--verify` only fails when they are stale. */
const verify = process.argv.includes('--verify')
const PACKAGE = '@fontsource-variable/archivo'
const MADE = new URL('../web/src/styles/', import.meta.url)

/** Latin letters, punctuation, and the few symbols of the screens. */
const RANGES = [
  [0x20, 0x24f],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2215],
] as const
/** The weights and widths in use (web/src/styles/theme.css). */
const AXES = { wght: { min: 400, max: 900, default: 400 }, wdth: { min: 75, max: 100, default: 100 } }

const read = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`${PACKAGE}/${name}`)))

/** Returns the font without the characters that no screen has, which takes a third off its size. */
function small(): Promise<Buffer> {
  const text = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  ).join('')
  const options = { targetFormat: 'woff2', variationAxes: AXES, noHinting: true } as const
  return subset(read('files/archivo-latin-wdth-normal.woff2'), text, options)
}

for (const [name, content] of [
  ['archivo.woff2', await small()],
  ['archivo-license.txt', read('LICENSE')],
] as const) {
  const file = new URL(name, MADE)
  if (!verify) writeFileSync(file, content)
  else if (!readFileSync(file).equals(content)) {
    process.stderr.write(`${name} is stale: run npm run font\n`)
    process.exitCode = 1
  }
}
