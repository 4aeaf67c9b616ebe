import { expect, test } from 'vitest'
import { isOutdated } from './app-version.ts'

test.each([
  ['1.4.0', '1.4.0', false],
  ['1.10.0', '1.9.9', false],
  ['1.9.9', '1.10', true],
  ['2', '1.9.9', false],
  ['1', '1.0.1', true],
  ['nonsense', '0.0.1', true],
  [undefined, '0.0.1', true],
])('an installed app %s where %s is the oldest accepted: outdated %s', (installed, oldest, outdated) => {
  expect(isOutdated(installed, oldest)).toBe(outdated)
})
