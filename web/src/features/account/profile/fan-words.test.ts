import { expect, it, test } from 'vitest'
import { fanName, phoneWords } from './fan-words.ts'

test.each([
  [{ email: 'a@stade.invalid', phone: '+33612345678' }, 'a@stade.invalid'],
  [{ email: null, phone: '+33612345678' }, '06\u00a012\u00a034\u00a056\u00a078'],
  [{ email: null, phone: null }, 'Supporter'],
])('%o is called %j', (fan, name) => {
  expect(fanName(fan)).toBe(name)
})

it.each([
  ['+33612345678', '06\u00a012\u00a034\u00a056\u00a078'],
  ['+32470123456', '+32470123456'],
  ['', ''],
])('%j is shown as %j', (phone, words) => {
  expect(phoneWords(phone)).toBe(words)
})
