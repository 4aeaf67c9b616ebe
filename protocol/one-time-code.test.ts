import { describe, expect, test } from 'vitest'
import { isOneTimeCode, ONE_TIME_CODE_LENGTH, withoutSpaces } from './one-time-code.ts'

describe('a code that is used once', () => {
  test.each([
    ['123456', true],
    ['123 456', true],
    [' 123\u202f456 ', true],
    ['000000', true],
    ['', false],
    ['12345', false],
    ['1234567', false],
    ['12345x', false],
    ['-12345', false],
    ['１２３４５６', false],
  ])('%j: %j', (text, isOne) => {
    expect(isOneTimeCode(text)).toBe(isOne)
  })

  test('is sent as its digits alone', () => {
    expect(withoutSpaces(' 12 34\u00a056\t')).toBe('123456')
    expect(withoutSpaces('123 456')).toHaveLength(ONE_TIME_CODE_LENGTH)
  })
})
