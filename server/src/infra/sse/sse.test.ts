import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { Audience } from './audience.ts'
import { type RecentEvent, RecentEvents } from './hub.ts'

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

const MINUTE = 60_000
const START = 1_000_000_000
const event = (at: number, matchId = 1): RecentEvent => ({ at, bytes: Buffer.from(String(at)), matchId, home: true })
const timesAfter = (recent: RecentEvents, known: number) => recent.after(known)?.map(({ at }) => at)

test('returns the newest event of each thing, in sending order, from a little before the known time', () => {
  const recent = new RecentEvents(START)
  recent.add('a', event(START + MINUTE))
  recent.add('b', event(START + 2 * MINUTE))
  recent.add('a', event(START + 3 * MINUTE))
  expect(timesAfter(recent, START + MINUTE)).toEqual([START + 2 * MINUTE, START + 3 * MINUTE])
  expect(timesAfter(recent, START + 3.4 * MINUTE)).toEqual([START + 3 * MINUTE])
  expect(timesAfter(recent, START + 3.6 * MINUTE)).toEqual([])
})

test('returns null for a time before its start, or before it was cleared', () => {
  const recent = new RecentEvents(START)
  expect(recent.after(START)).toBeNull()
  expect(recent.after(START + MINUTE)).toEqual([])
  recent.add('a', event(START + MINUTE))
  recent.clear(START + 2 * MINUTE)
  expect(recent.after(START + 2 * MINUTE)).toBeNull()
  expect(recent.after(START + 3 * MINUTE)).toEqual([])
})

test('keeps events for a quarter of an hour', () => {
  const recent = new RecentEvents(START)
  recent.add('a', event(START + MINUTE))
  recent.add('b', event(START + 10 * MINUTE))
  recent.add('c', event(START + 20 * MINUTE))
  expect(recent.after(START + MINUTE)).toBeNull()
  expect(timesAfter(recent, START + 2 * MINUTE)).toEqual([START + 10 * MINUTE, START + 20 * MINUTE])
})

test('keeps at most a thousand events', () => {
  const recent = new RecentEvents(START)
  for (let id = 1; id <= 1_001; id += 1) recent.add(String(id), event(START + MINUTE + id * 100, id))
  expect(recent.after(START + MINUTE)).toBeNull()
  // The tolerance of half a minute reaches back to just after the dropped event.
  expect(timesAfter(recent, START + 1.5 * MINUTE + 101)).toHaveLength(1_000)
})
