import { KEPT_SINCE_HEADER } from '@tribune/domain/offline.ts'
import { afterEach, expect, test } from 'vitest'
import { forgetServerClock, noteAnswer, serverNow } from './server-clock.ts'

const noon = Date.parse('2025-11-22T12:00:00Z')
const dated = (ms: number) => new Headers({ date: new Date(ms).toUTCString() })

afterEach(forgetServerClock)

test('before any answer the device is believed', () => {
  expect(serverNow(noon).getTime()).toBe(noon)
})

test('a phone that is an hour slow still closes the vote on time', () => {
  noteAnswer(dated(noon), noon - 3_600_000)
  expect(serverNow(noon - 3_600_000).getTime()).toBe(noon)
})

test('an old answer out of the cache does not turn the clock back', () => {
  noteAnswer(dated(noon), noon)
  noteAnswer(dated(noon - 600_000), noon + 1_000)
  expect(serverNow(noon + 1_000).getTime()).toBe(noon + 1_000)
})

test('a phone whose clock is set right is followed after ten answers', () => {
  noteAnswer(dated(noon), noon - 3_600_000)
  for (let answer = 1; answer <= 10; answer += 1) noteAnswer(dated(noon), noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})

test('an answer that was kept on the phone does not turn the clock back, however often it is read', () => {
  const kept = dated(noon - 14_400_000)
  kept.set(KEPT_SINCE_HEADER, String(noon - 14_400_000))
  for (let answer = 1; answer <= 20; answer += 1) noteAnswer(kept, noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})

test.each([null, '', 'yesterday'])('a header that says %j is left out', (header) => {
  noteAnswer(new Headers(header === null ? {} : { date: header }), noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})
