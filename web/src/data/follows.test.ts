import { MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import { describe, expect, test } from 'vitest'
import { parseFollows } from './follows.ts'

const SINCE = '2026-03-14T20:00:00.000Z'
const club = (id: unknown, since: unknown = SINCE) => ['club', id, since]
const followed = (id: number) => ({ kind: 'club', id, since: SINCE })

describe('follows stored on the phone', () => {
  test.each<[string, unknown, unknown]>([
    ['of a visitor', [null, club(1), club(2)], { fanId: null, items: [followed(1), followed(2)] }],
    ['of a fan', ['fan-1', club(1)], { fanId: 'fan-1', items: [followed(1)] }],
    ['a malformed owner is ignored', [7, club(1)], { fanId: null, items: [followed(1)] }],
    ['unknown kinds', [null, ['referee', 1, SINCE], club(2)], { fanId: null, items: [followed(2)] }],
    ['invalid ids', [null, club('1'), club(1.5), club(null), club(2)], { fanId: null, items: [followed(2)] }],
    ['invalid dates', [null, club(1, 'hier'), club(2, 12), club(3)], { fanId: null, items: [followed(3)] }],
    ['invalid rows', [null, 'club', null, { kind: 'club' }], { fanId: null, items: [] }],
    ['no list', { items: [] }, { fanId: null, items: [] }],
    ['nothing', null, { fanId: null, items: [] }],
  ])('%s', (_name, stored, expected) => {
    expect(parseFollows(JSON.stringify(stored))).toEqual(expected)
  })

  test('are empty if the text is not JSON, or was never written', () => {
    for (const stored of ['{', '', null]) expect(parseFollows(stored)).toEqual({ fanId: null, items: [] })
  })

  test('are limited in number', () => {
    const many = Array.from({ length: MAX_FOLLOWS + 50 }, (_, id) => club(id))
    expect(parseFollows(JSON.stringify([null, ...many])).items).toHaveLength(MAX_FOLLOWS)
  })
})
