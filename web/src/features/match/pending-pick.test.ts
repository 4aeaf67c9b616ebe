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

  test.each(['', 'nonsense', '{}', '["7",1]', '[1.5]', 'null'])('%j in its place is no pick', (text) => {
    const tab = memory()
    tab.setItem('tribune-pick-7', text)
    expect(takePendingPick(7, tab)).toBeNull()
  })

  test('without storage nothing waits and nothing fails', () => {
    keepPendingPick(7, { playerId: 1, position: null }, null)
    expect(takePendingPick(7, null)).toBeNull()
  })
})
