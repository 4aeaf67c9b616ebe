import { describe, expect, test } from 'vitest'
import { dropPendingPick, keepPendingPick, takePendingPick } from './pending-pick.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('a pick that waits for its fan', () => {
  test.each([null, 1, 2, 3] as const)('on place %s is given back once', (position) => {
    const tab = memory()
    keepPendingPick(7, { playerId: -42, position }, tab)
    expect(takePendingPick(7, tab)).toEqual({ playerId: -42, position })
    expect(takePendingPick(7, tab)).toBeNull()
  })

  test('belongs to one match', () => {
    const tab = memory()
    keepPendingPick(7, { playerId: 1, position: null }, tab)
    expect(takePendingPick(8, tab)).toBeNull()
    expect(takePendingPick(7, tab)).not.toBeNull()
  })

  test('is forgotten when the fan gives up', () => {
    const tab = memory()
    keepPendingPick(7, { playerId: 1, position: null }, tab)
    dropPendingPick(7, tab)
    expect(takePendingPick(7, tab)).toBeNull()
  })

  test('waits as long as a vote stays open after the whistle, and no longer', () => {
    const hour = 60 * 60_000
    const tab = memory()
    keepPendingPick(7, { playerId: 1, position: 2 }, tab, 1_000)
    expect(takePendingPick(7, tab, 1_000 + hour)).toEqual({ playerId: 1, position: 2 })
    keepPendingPick(7, { playerId: 1, position: 2 }, tab, 1_000)
    expect(takePendingPick(7, tab, 1_001 + hour)).toBeNull()
  })

  test('is not worth a failure where the storage is full', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => keepPendingPick(7, { playerId: 1, position: 2 }, full)).not.toThrow()
  })

  test.each(['', 'nonsense', '{}', `["7",1,${Date.now()}]`, `[1.5,1,${Date.now()}]`, '[7,1]', '[7,1,"now"]', 'null'])(
    '%j in its place is no pick',
    (text) => {
      const tab = memory()
      tab.setItem('tribune-pick-7', text)
      expect(takePendingPick(7, tab)).toBeNull()
    },
  )

  test('without storage nothing waits and nothing fails', () => {
    keepPendingPick(7, { playerId: 1, position: null }, null)
    expect(takePendingPick(7, null)).toBeNull()
  })
})
