import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type FieldChange, fieldChangesOf, playingTime } from './playing-time.ts'
import { sample } from './testing/sample-server.ts'
import { wireEvent } from './wire/wire-players.ts'

const minutesOf = (starters: readonly number[], changes: readonly Partial<FieldChange>[], end = 90) =>
  Object.fromEntries(
    playingTime(
      starters,
      changes.map((change) => ({ minute: 0, player: null, other: null, isDismissal: false, ...change })),
      end,
    ).minutes,
  )

test.each<[name: string, changes: Partial<FieldChange>[], minutes: Record<number, number>]>([
  ['nobody leaves', [], { 1: 90, 2: 90 }],
  ['the usual order', [{ minute: 60, player: 1, other: 9 }], { 1: 60, 2: 90, 9: 30 }],
  ['reversed', [{ minute: 60, player: 9, other: 1 }], { 1: 60, 2: 90, 9: 30 }],
  [
    'a substitute leaves',
    [
      { minute: 50, player: 1, other: 9 },
      { minute: 80, player: 8, other: 9 },
    ],
    { 1: 50, 2: 90, 9: 30, 8: 10 },
  ],
  [
    'out of order',
    [
      { minute: 80, player: 9, other: 8 },
      { minute: 50, player: 1, other: 9 },
    ],
    { 1: 50, 2: 90, 9: 30, 8: 10 },
  ],
  ['an unknown player enters', [{ minute: 60, player: 1 }], { 1: 60, 2: 90 }],
  ['an unknown player leaves', [{ minute: 60, other: 9 }], { 1: 90, 2: 90, 9: 30 }],
  ['an unknown player leaves, reversed', [{ minute: 60, player: 9 }], { 1: 90, 2: 90, 9: 30 }],
  ['an unknown player enters, reversed', [{ minute: 60, other: 1 }], { 1: 60, 2: 90 }],
  ['sent off', [{ minute: 33, player: 2, isDismissal: true }], { 1: 90, 2: 33 }],
  [
    'sent off twice',
    [
      { minute: 33, player: 2, isDismissal: true },
      { minute: 33, player: 2, isDismissal: true },
    ],
    { 1: 90, 2: 33 },
  ],
  ['sent off from the bench', [{ minute: 33, player: 9, isDismissal: true }], { 1: 90, 2: 90 }],
  ['in the last minute', [{ minute: 90, player: 1, other: 9 }], { 1: 90, 2: 90, 9: 1 }],
])('%s', (_name, changes, minutes) => {
  expect(minutesOf([1, 2], changes)).toEqual(minutes)
})

test('playing time is complete only if everybody who entered is known', () => {
  const isComplete = (change: Partial<FieldChange>) =>
    playingTime([1], [{ minute: 60, player: null, other: null, isDismissal: false, ...change }], 90).isComplete
  expect([
    isComplete({ player: 1, other: 9 }),
    isComplete({ player: 1 }),
    isComplete({ other: 9 }),
    isComplete({}),
  ]).toEqual([true, false, true, false])
})

test('the minutes of a team add up to eleven full matches, even with reversed substitutions', () => {
  const starters = Array.from({ length: 11 }, (_, index) => index + 1)
  const change = fc.record({ minute: fc.integer({ min: 1, max: 89 }), leaves: fc.nat(10), isReversed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), (drawn) => {
      const onField = [...starters]
      const changes = drawn
        .toSorted((a, b) => a.minute - b.minute)
        .map(({ minute, leaves, isReversed }, index) => {
          const [leaving = 0, entering] = [onField[leaves], 20 + index]
          onField[leaves] = entering
          const [player, other] = isReversed ? [entering, leaving] : [leaving, entering]
          return { minute, player, other, isDismissal: false }
        })
      // A player who enters and leaves in the same minute gets that minute, so only then is the sum higher.
      const hasShortStay = new Set(changes.map(({ minute }) => minute)).size < changes.length
      const total = [...playingTime(starters, changes, 90).minutes.values()].reduce((sum, value) => sum + value, 0)
      expect(total).toBeGreaterThanOrEqual(990)
      if (!hasShortStay) expect(total).toBe(990)
    }),
  )
})

test('only substitutions and dismissals change who is on the field', () => {
  const { response } = z.object({ response: z.array(wireEvent) }).parse(sample('fixtures.events'))
  const people = [910005, 910010, 910015, 910018].map((id) => ({ id, names: [] }))
  expect(fieldChangesOf(990101, response, people)).toEqual([
    { minute: 58, player: 910010, other: 910015, isDismissal: false },
    { minute: 58, player: 910018, other: 910005, isDismissal: false },
  ])
})
