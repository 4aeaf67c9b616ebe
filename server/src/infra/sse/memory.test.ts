import { expect, test } from 'vitest'
import { type Kept, Memory } from './memory.ts'

const MINUTE = 60_000
const START = 1_000_000_000
const event = (at: number, matchId = 1): Kept => ({ at, bytes: Buffer.from(String(at)), matchId, home: true })
const timesAfter = (memory: Memory, known: number) => memory.after(known)?.map(({ at }) => at)

test('tells the newest of each thing, in the order of telling, from a little before what was known', () => {
  const memory = new Memory(START)
  memory.keep('a', event(START + MINUTE))
  memory.keep('b', event(START + 2 * MINUTE))
  memory.keep('a', event(START + 3 * MINUTE))
  expect(timesAfter(memory, START + MINUTE)).toEqual([START + 2 * MINUTE, START + 3 * MINUTE])
  expect(timesAfter(memory, START + 3.4 * MINUTE)).toEqual([START + 3 * MINUTE])
  expect(timesAfter(memory, START + 3.6 * MINUTE)).toEqual([])
})

test('does not pretend to know what was before it began, nor what it has forgotten', () => {
  const memory = new Memory(START)
  expect(memory.after(START)).toBeNull()
  expect(memory.after(START + MINUTE)).toEqual([])
  memory.keep('a', event(START + MINUTE))
  memory.forget(START + 2 * MINUTE)
  expect(memory.after(START + 2 * MINUTE)).toBeNull()
  expect(memory.after(START + 3 * MINUTE)).toEqual([])
})

test('keeps a quarter of an hour', () => {
  const memory = new Memory(START)
  memory.keep('a', event(START + MINUTE))
  memory.keep('b', event(START + 10 * MINUTE))
  memory.keep('c', event(START + 20 * MINUTE))
  expect(memory.after(START + MINUTE)).toBeNull()
  expect(timesAfter(memory, START + 2 * MINUTE)).toEqual([START + 10 * MINUTE, START + 20 * MINUTE])
})

test('keeps a thousand things, and no more', () => {
  const memory = new Memory(START)
  for (let id = 1; id <= 1_001; id += 1) memory.keep(String(id), event(START + MINUTE + id * 100, id))
  expect(memory.after(START + MINUTE)).toBeNull()
  // Half a minute of doubt goes back to just after the one that was forgotten.
  expect(timesAfter(memory, START + 1.5 * MINUTE + 101)).toHaveLength(1_000)
})
