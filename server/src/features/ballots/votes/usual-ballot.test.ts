import { isUsualBallot } from '@tribune/contract/own/usual-ballot.ts'
import { putVote } from '@tribune/contract/votes.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const FAN = '0198c0de-7000-7abc-8def-0123456789ab'
const usual = {
  top3: [
    { position: 1, player_id: 10 },
    { position: 2, player_id: -11 },
    { position: 3, player_id: 12 },
  ],
  base: '2026-11-29T20:15:00.123Z',
  attempt: 1,
  fan_id: FAN,
}

test.each([
  ['as the app sends it', usual],
  ['of a first ballot', { ...usual, base: null }],
  ['with two picks', { ...usual, top3: usual.top3.slice(1) }],
  ['with picks alone', { top3: usual.top3 }],
])('a body %s is read without the schema', (_what, body) => {
  expect([isUsualBallot(body), putVote.body.parse(body)]).toEqual([true, body])
})

test.each([
  ['a text', 'top3'],
  ['nothing', null],
  ['another key', { ...usual, more: 1 }],
  ['unanswered podiums', { ...usual, unanswered: [] }],
  ['four picks', { ...usual, top3: [...usual.top3, { position: 3, player_id: 9 }] }],
  ['position 4', { top3: [{ position: 4, player_id: 1 }] }],
  ['a pick with another key', { top3: [{ position: 1, player_id: 1, name: 'x' }] }],
  ['a player in digits', { top3: [{ position: 1, player_id: '1' }] }],
  ['a day that is in no calendar', { ...usual, base: '2026-02-30T20:15:00.123Z' }],
  ['a moment with an offset', { ...usual, base: '2026-11-29T20:15:00.123+01:00' }],
  ['attempt 0', { ...usual, attempt: 0 }],
  ['a fan without version', { ...usual, fan_id: '0198c0de-7000-0abc-8def-0123456789ab' }],
])('a body of %s is left to the schema', (_what, body) => {
  expect(isUsualBallot(body)).toBe(false)
})

test('nothing is read that the schema refuses or reads otherwise', () => {
  const strange = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null), fc.constant(undefined))
  const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 19, arbitrary }, { weight: 1, arbitrary: strange })
  const pick = fc.oneof(
    {
      weight: 19,
      arbitrary: fc.record({
        position: mostly(fc.integer({ min: 0, max: 4 })),
        player_id: mostly(fc.maxSafeInteger()),
      }),
    },
    { weight: 1, arbitrary: fc.record({ position: strange, player_id: strange, more: strange }, { requiredKeys: [] }) },
  )
  const digits = /^(?:19|20|29|99)\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d:[0-6]\d\.\d{3}Z?$/
  const someDay = fc.date({ min: new Date('1960-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  const moment = mostly(
    fc.oneof(
      someDay.map((date) => date.toISOString()),
      fc.stringMatching(digits),
    ),
  )
  const body = fc.record(
    {
      top3: mostly(fc.array(pick, { maxLength: 4 })),
      base: moment,
      attempt: mostly(fc.integer({ min: -1, max: 40_000 })),
      fan_id: mostly(fc.oneof(fc.uuid(), fc.stringMatching(/^[\da-fA-F]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/))),
    },
    { requiredKeys: ['top3'] },
  )
  let read = 0
  fc.assert(
    fc.property(body, (sent) => {
      // As it comes out of JSON.
      const parsed: unknown = JSON.parse(JSON.stringify(sent))
      if (!isUsualBallot(parsed)) return
      read += 1
      expect(putVote.body.parse(parsed)).toEqual(parsed)
    }),
    { numRuns: 5_000 },
  )
  expect(read).toBeGreaterThan(100)
})
