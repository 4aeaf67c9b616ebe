import { expect, test } from 'vitest'
import { Silences } from './wire.ts'

const ONE = 'https://push.example'
const OTHER = 'https://push.other.example'

/** Services of which one has not answered eight requests, at a time that the test moves. */
function afterSilence() {
  const time = { now: 0 }
  const silences = new Silences(() => time.now)
  for (let count = 0; count < 7; count += 1) silences.unanswered(ONE)
  expect(silences.mayAsk(ONE)).toBe(true)
  silences.unanswered(ONE)
  return { silences, time }
}

test('a service that has not answered eight requests gets none for half a minute, and others do', () => {
  const { silences, time } = afterSilence()
  time.now = 29_999
  expect([silences.mayAsk(ONE), silences.mayAsk(OTHER)]).toEqual([false, true])
  time.now = 30_000
  expect(silences.mayAsk(ONE)).toBe(true)
})

test('one request then tries it; the others wait for its answer, or for another half minute', () => {
  const { silences, time } = afterSilence()
  time.now = 30_000
  expect([silences.mayAsk(ONE), silences.mayAsk(ONE)]).toEqual([true, false])
  silences.unanswered(ONE)
  time.now = 59_999
  expect(silences.mayAsk(ONE)).toBe(false)
  time.now = 60_000
  expect(silences.mayAsk(ONE)).toBe(true)
  silences.answered(ONE)
  expect([silences.mayAsk(ONE), silences.mayAsk(ONE)]).toEqual([true, true])
})

test('an answer in between ends the count', () => {
  const silences = new Silences(() => 0)
  for (let count = 0; count < 7; count += 1) silences.unanswered(ONE)
  silences.answered(ONE)
  silences.unanswered(ONE)
  expect(silences.mayAsk(ONE)).toBe(true)
})
