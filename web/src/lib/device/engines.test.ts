import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** APIs that the oldest engines of vite.config.ts lack: the build lowers syntax, but adds no polyfills. */
const TOO_NEW =
  /\b(?:(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|AbortSignal\.any|checkVisibility|URL\.(?:parse|canParse)|Array\.fromAsync)\b|(?<!\bz)\.(?:union|difference|intersection)\(/
/** A format that is made as its module loads: a slow phone takes 80 ms for one, on each screen that reads anything of the module. */
const MADE_AT_LOAD = /^(?:export )?const (?!.*=>).*\bnew Intl\./
const sources = ['web/src/**/*.{ts,tsx}', 'domain/*.ts', 'contract/*.ts', 'french/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((file) => !file.endsWith('.test.ts'))

test.each(sources)('%s uses no API that a supported phone may lack', (file) => {
  const lines = readFileSync(`${ROOT}/${file}`, 'utf8').split('\n')
  expect(lines.filter((line) => TOO_NEW.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line))).toEqual([])
})

test('no format of Intl is made before something is formatted', () => {
  const lines = sources.flatMap((file) => readFileSync(`${ROOT}/${file}`, 'utf8').split('\n'))
  expect(lines.filter((line) => MADE_AT_LOAD.test(line))).toEqual([])
})
