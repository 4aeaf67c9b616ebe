import { STORED_SINCE_HEADER } from '@tribune/protocol/offline.ts'
import { beforeEach, expect, test } from 'vitest'
import { onHeard, recordAnswer, recordServerTime, resetServerClock, serverNow } from './server-clock.ts'

const noon = Date.parse('2025-11-22T12:00:00Z')
const dated = (ms: number) => new Headers({ date: new Date(ms).toUTCString() })

beforeEach(resetServerClock)

test('the clock of the device is used before any answer', () => {
  expect(serverNow(noon).getTime()).toBe(noon)
})

test('a phone that is an hour slow gets the right time', () => {
  recordAnswer(dated(noon), noon - 3_600_000)
  expect(serverNow(noon - 3_600_000).getTime()).toBe(noon)
})

test('an old cached answer does not turn the clock back', () => {
  recordAnswer(dated(noon), noon)
  recordAnswer(dated(noon - 600_000), noon + 1_000)
  expect(serverNow(noon + 1_000).getTime()).toBe(noon + 1_000)
})

test('a corrected device clock is noticed after ten answers', () => {
  recordAnswer(dated(noon), noon - 3_600_000)
  for (let answer = 1; answer <= 10; answer += 1) recordAnswer(dated(noon), noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})

test('an answer of a CDN is as old as its `Age` header', () => {
  const answer = dated(noon - 2_000)
  answer.set('age', '2')
  recordAnswer(answer, noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})

test('a stored answer does not turn the clock back, however often it is read', () => {
  const stored = dated(noon - 14_400_000)
  stored.set(STORED_SINCE_HEADER, String(noon - 14_400_000))
  for (let answer = 1; answer <= 20; answer += 1) recordAnswer(stored, noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})

test.each([null, '', 'yesterday'])('the `Date` header %j is ignored', (header) => {
  recordAnswer(new Headers(header === null ? {} : { date: header }), noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})

test('the server counts as reachable by its answers and its stream, not by stored answers', () => {
  let times = 0
  onHeard(() => {
    times += 1
  })
  recordAnswer(dated(noon), noon)
  recordServerTime(noon, noon)
  expect(times).toBe(2)
  const stored = dated(noon)
  stored.set(STORED_SINCE_HEADER, String(noon))
  recordAnswer(stored, noon)
  recordAnswer(new Headers(), noon)
  expect(times).toBe(2)
})
