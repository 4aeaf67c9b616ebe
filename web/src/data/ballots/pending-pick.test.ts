import { describe, expect, test } from 'vitest'
import { safeStorage } from '../../lib/device/storage.ts'
import { memoryStorage, refuse } from '../../testing/memory-storage.ts'
import { dropPendingPick, forgetPicks, storePendingPick, takePendingPick } from './pending-pick.ts'

const memory = () => {
  const browser = memoryStorage()
  return safeStorage(() => browser)
}

describe('a pending pick', () => {
  test.each([null, 1, 2, 3] as const)('for place %s is returned once', (position) => {
    const tab = memory()
    storePendingPick(7, { playerId: -42, position }, tab)
    expect(takePendingPick(7, 'a', tab)).toEqual({ playerId: -42, position })
    expect(takePendingPick(7, 'a', tab)).toBeNull()
  })

  test('belongs to one match', () => {
    const tab = memory()
    storePendingPick(7, { playerId: 1, position: null }, tab)
    expect(takePendingPick(8, 'a', tab)).toBeNull()
    expect(takePendingPick(7, 'a', tab)).not.toBeNull()
  })

  test('of a fan whose session has ended is returned to this fan only; a visitor’s, to any fan who signs in', () => {
    const tab = memory()
    storePendingPick(7, { playerId: 1, position: null, fanId: 'a' }, tab)
    expect(takePendingPick(7, 'a', tab)).toEqual({ playerId: 1, position: null })
    storePendingPick(7, { playerId: 1, position: null, fanId: 'a' }, tab)
    expect(takePendingPick(7, 'b', tab)).toBeNull()
    expect(takePendingPick(7, 'a', tab)).toBeNull()
    storePendingPick(7, { playerId: 1, position: null }, tab)
    expect(takePendingPick(7, 'b', tab)).toEqual({ playerId: 1, position: null })
  })

  test('is deleted when the fan gives up', () => {
    const tab = memory()
    storePendingPick(7, { playerId: 1, position: null }, tab)
    dropPendingPick(7, tab)
    expect(takePendingPick(7, 'a', tab)).toBeNull()
  })

  test('is deleted with all others when the fan signs out, and nothing else is', () => {
    const tab = memory()
    storePendingPick(7, { playerId: 1, position: null }, tab)
    storePendingPick(8, { playerId: 2, position: 3 }, tab)
    tab.write('tribune-theme', 'dark')
    forgetPicks(tab)
    expect([takePendingPick(7, 'a', tab), takePendingPick(8, 'a', tab), tab.keys().length]).toEqual([null, null, 1])
  })

  test('expires with the vote of a match that has just ended', () => {
    const hour = 60 * 60_000
    const tab = memory()
    storePendingPick(7, { playerId: 1, position: 2 }, tab, 1_000)
    expect(takePendingPick(7, 'a', tab, 1_000 + hour)).toEqual({ playerId: 1, position: 2 })
    storePendingPick(7, { playerId: 1, position: 2 }, tab, 1_000)
    expect(takePendingPick(7, 'a', tab, 1_001 + hour)).toBeNull()
  })

  test('does not throw if the storage is full', () => {
    const full = safeStorage(() => Object.assign(memoryStorage(), { setItem: refuse }))
    expect(() => storePendingPick(7, { playerId: 1, position: 2 }, full)).not.toThrow()
  })

  test.each(['', 'nonsense', '{}', `["7",1,${Date.now()}]`, `[1.5,1,${Date.now()}]`, '[7,1]', '[7,1,"now"]', 'null'])(
    '%j in its place is not a pick',
    (text) => {
      const tab = memory()
      tab.write('tribune-pick-7', text)
      expect(takePendingPick(7, 'a', tab)).toBeNull()
    },
  )

  test('is dropped without an error if the browser refuses storage', () => {
    const refused = safeStorage(refuse)
    storePendingPick(7, { playerId: 1, position: null }, refused)
    expect(takePendingPick(7, 'a', refused)).toBeNull()
  })
})
