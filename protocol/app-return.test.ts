import { expect, test } from 'vitest'
import { isAppSecret } from './app-return.ts'

const GOOD = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test.each([
  ['32 bytes', GOOD, true],
  ['32 bytes of zeros', 'A'.repeat(43), true],
  ['a bit too many', `${GOOD.slice(0, -1)}N`, false],
  ['one byte less', GOOD.slice(1), false],
  ['one more', `${GOOD}A`, false],
  ['padding', `${GOOD}=`, false],
  ['a line after it', `${GOOD}\n`, false],
  ['base64', GOOD.replace('-', '+'), false],
  ['nothing', '', false],
  ['a number', 1, false],
  ['nobody', null, false],
])('%s, %j: %s', (_what, text, isOne) => {
  expect(isAppSecret(text)).toBe(isOne)
})
