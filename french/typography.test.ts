import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// A text message has no narrow spaces; the policy's form has no sentences.
const catalogues = globSync(['french/sentences/**/*.ts', 'contract/*errors.ts'], {
  cwd: ROOT,
  exclude: ['**/*.test.ts', 'french/sentences/notices/policy.ts', 'french/sentences/messages/sms.ts'],
})

/** Sentences that the specification gives to the letter, with the plain spaces that it writes. */
const TO_THE_LETTER: readonly string[] = [
  'Comment ça marche ?',
  'Erreur de chargement des matchs : ',
  'Votes ouverts - Plus que quelques minutes !',
  'Vote effectué ! Changer mon vote',
  'Vote complet enregistré ! 🎉',
  'Mot de passe oublié ?',
  '❌ Mot de passe incorrect. Vérifie ton mot de passe, utilise "Mot de passe oublié ?" pour en choisir un nouveau, ou "Créer un compte" si tu n’en as pas encore.',
]

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
] as const

test.each(catalogues)('%s keeps signs with their words, as French print does', (file) => {
  const sentences = sentencesOf(file).filter((text) => !TO_THE_LETTER.includes(text))
  expect(sentences.length).toBeGreaterThan(0)
  const found = WRONG.flatMap(([wrong, sign]) =>
    sentences.filter((text) => sign.test(text)).map((text) => [wrong, text]),
  )
  expect(found).toEqual([])
})

test('every sentence that is excused is written somewhere', () => {
  const written = new Set(catalogues.flatMap(sentencesOf))
  expect(TO_THE_LETTER.filter((text) => !written.has(text))).toEqual([])
})
