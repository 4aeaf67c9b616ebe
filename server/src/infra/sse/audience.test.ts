import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { Audience } from './audience.ts'

test('listeners share the limit of their network, however many of its addresses they use', () => {
  const audience = new Audience({ listeners: 1_000, perAddress: 2 })
  const sit = (address: string) => {
    if (!audience.hasRoomFor(address)) return null
    const response = new EventEmitter() as ServerResponse
    audience.add(response, address, { home: true, matchIds: [] })
    return response
  }
  const own64 = [1, 2, 3].map((n) => sit(`2001:db8:1:1::${n}`))
  expect(own64.map((seat) => seat !== null)).toEqual([true, true, false])
  const own48 = Array.from({ length: 12 }, (_, n) => sit(`2001:db8:1:${(n + 2).toString(16)}00::1`))
  expect(own48.filter((seat) => seat !== null)).toHaveLength(6)
  expect(sit('2001:db8:2::1')).not.toBeNull()
  own64[0]?.emit('close')
  expect(sit('2001:db8:1:1::9')).not.toBeNull()
  expect(sit('::ffff:192.0.2.1')).not.toBeNull()
  expect(sit('192.0.2.1')).not.toBeNull()
  expect(sit('192.0.2.1')).toBeNull()
})
