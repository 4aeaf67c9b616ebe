import { expect, test } from 'vitest'
import { namesState, stateTag } from './state-tag.ts'

const STATE = { name: 'Index', dates: { first: '2026-07-01', last: '2027-06-30' }, ids: [2, 1] }

test('the order of keys does not matter, that of a list does', async () => {
  const { name, dates, ids } = STATE
  const same = { ids, dates: { last: dates.last, first: dates.first }, name }
  expect(await stateTag(same)).toBe(await stateTag(STATE))
  expect(await stateTag({ ...STATE, ids: [1, 2] })).not.toBe(await stateTag(STATE))
})

test('a tag is that of any HTTP client', async () => {
  expect(await stateTag({ coefficient: 2.5 })).toBe(
    '"0b453df094ddc5bc9fadcbd33d4127e0d350b778c1c8c59ee3beed94dfb9d79f"',
  )
})

test.each([
  ['the tag', (tag: string) => tag, true],
  ['any state', () => '*', true],
  ['the tag among others', (tag: string) => `"a", ${tag}`, true],
  ['another tag', () => '"a"', false],
  ['a weak tag', (tag: string) => `W/${tag}`, false],
  ['nothing readable', () => 'coefficient', false],
  ['an empty header', () => '', false],
])('%s: names the state or not', async (_what, header, names) => {
  expect(await namesState(header(await stateTag(STATE)), STATE)).toBe(names)
})
