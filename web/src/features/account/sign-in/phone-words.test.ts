import { expect, it } from 'vitest'
import { phoneWords } from './phone-words.ts'

it.each([
  ['+33612345678', '06\u00a012\u00a034\u00a056\u00a078'],
  ['+32470123456', '+32470123456'],
  ['', ''],
])('%j is shown as %j', (phone, words) => {
  expect(phoneWords(phone)).toBe(words)
})
