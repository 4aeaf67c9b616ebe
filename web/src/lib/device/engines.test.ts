import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** What the oldest engines of vite.config.ts do not know; the build lowers how things are written, not what the browser has. */
const TOO_NEW =
  /\b(?:(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|AbortSignal\.any|checkVisibility|URL\.(?:parse|canParse)|Array\.fromAsync)\b|(?<!\bz)\.(?:union|difference|intersection)\(/
const sources = ['web/src/**/*.{ts,tsx}', 'domain/*.ts', 'contract/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((file) => !file.endsWith('.test.ts'))

test.each(sources)('%s asks a phone for nothing it may not have', (file) => {
  const lines = readFileSync(`${ROOT}/${file}`, 'utf8').split('\n')
  expect(lines.filter((line) => TOO_NEW.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line))).toEqual([])
})
