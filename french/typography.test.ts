import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// A text message has no narrow spaces; the policy's form has no sentences.
const catalogues = globSync(['french/*.ts', 'french/sentences/**/*.ts', 'contract/*errors.ts'], {
  cwd: ROOT,
  exclude: ['**/*.test.ts', 'french/sentences/notices/policy.ts', 'french/sentences/messages/sms.ts'],
})

/** Returns the quoted strings of a file, unescaped; of a template the parts between its holes. */
function sentencesOf(file: string): string[] {
  const code = readFileSync(`${ROOT}/${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const literals = code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []
  return literals
    .flatMap((literal) => literal.slice(1, -1).split(/\$\{[^}]*\}/))
    .map((text) =>
      text.replaceAll(/\\u([0-9a-f]{4})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
    )
}

const WRONG = [
  ['a space that breaks', / [?!;:»]|« /],
  ['a wide space before ? ! ;', /\u00a0[?!;]/],
  ['a narrow space before : or inside « »', /\u202f[:»]|«\u202f/],
  ['another space than the wide one before %', /(?<!\u00a0)%/],
  ['a straight apostrophe', /\p{L}'/u],
] as const

test.each(catalogues)('%s keeps signs with their words, as French print does', (file) => {
  const sentences = sentencesOf(file)
  expect(sentences.length).toBeGreaterThan(0)
  const found = WRONG.flatMap(([wrong, sign]) =>
    sentences.filter((text) => sign.test(text)).map((text) => [wrong, text]),
  )
  expect(found).toEqual([])
})
