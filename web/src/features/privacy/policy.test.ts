import { KEPT } from '@tribune/contract/privacy.ts'
import { describe, expect, test } from 'vitest'
import { privacyEn } from '../../i18n/en-privacy.ts'
import { privacyFr } from '../../i18n/fr-privacy.ts'

describe.each([privacyEn, privacyFr])('the privacy policy in $lang', ({ chapters }) => {
  test('tells each thing that is kept once, in order', () => {
    expect(chapters.flatMap(({ kept = [] }) => kept.map(({ id }) => id))).toEqual(KEPT)
  })
})

test('both languages have the same chapters with as many points each', () => {
  const shape = ({ chapters }: typeof privacyEn) =>
    chapters.map(({ id, points = [], paragraphs = [] }) => [id, points.length, paragraphs.length])
  expect(shape(privacyFr)).toEqual(shape(privacyEn))
})
