import { PERSONAL_DATA } from '@tribune/contract/privacy.ts'
import { privacyFr } from '@tribune/french/sentences/notices/privacy.ts'
import { describe, expect, test } from 'vitest'
import { privacyEn } from './english-words.ts'

describe.each([privacyEn, privacyFr])('the privacy policy in $lang', ({ chapters }) => {
  test('lists each kind of stored data once, in order', () => {
    expect(chapters.flatMap(({ stored = [] }) => stored.map(({ id }) => id))).toEqual(PERSONAL_DATA)
  })
})

test('both languages have the same chapters with as many points each', () => {
  const shape = ({ chapters }: typeof privacyEn) =>
    chapters.map(({ id, points = [], paragraphs = [] }) => [id, points.length, paragraphs.length])
  expect(shape(privacyFr)).toEqual(shape(privacyEn))
})
