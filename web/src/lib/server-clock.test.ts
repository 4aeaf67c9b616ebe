import { afterEach, expect, test } from 'vitest'
import { forgetServerClock, noteServerDate, serverNow } from './server-clock.ts'

const noon = Date.parse('2025-11-22T12:00:00Z')
const dateHeader = (ms: number) => new Date(ms).toUTCString()

afterEach(forgetServerClock)

test('before any answer the device is believed', () => {
  expect(serverNow(noon).getTime()).toBe(noon)
})

test('a phone that is an hour slow still closes the vote on time', () => {
  noteServerDate(dateHeader(noon), noon - 3_600_000)
  expect(serverNow(noon - 3_600_000).getTime()).toBe(noon)
})

test('an old answer out of the cache does not turn the clock back', () => {
  noteServerDate(dateHeader(noon), noon)
  noteServerDate(dateHeader(noon - 600_000), noon + 1_000)
  expect(serverNow(noon + 1_000).getTime()).toBe(noon + 1_000)
})

test('a phone whose clock is set right is followed after ten answers', () => {
  noteServerDate(dateHeader(noon), noon - 3_600_000)
  for (let answer = 1; answer <= 10; answer += 1) noteServerDate(dateHeader(noon), noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})

test.each([null, '', 'yesterday'])('a header that says %j is left out', (header) => {
  noteServerDate(header, noon)
  expect(serverNow(noon).getTime()).toBe(noon)
})
