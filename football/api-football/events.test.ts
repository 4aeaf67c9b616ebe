import type { EventType } from '@tribune/domain/matches/events.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type FieldChange, fieldChangesOf, playingTime, toReportedEvent } from './events.ts'
import { openTestFeed, sample, serving } from './testing/setup.ts'
import { wireEvent } from './wire/wire-players.ts'

const row = (fields: object = {}) => ({
  time: { elapsed: 30, extra: null },
  team: { id: 7 },
  player: { id: 1, name: 'U. Un' },
  assist: { id: null, name: null },
  type: 'Goal',
  detail: 'Normal Goal',
  comments: null,
  ...fields,
})
const read = (fields: object = {}) => toReportedEvent(wireEvent.parse(row(fields)))

/** The sample of live matches, of which one has these events. */
const liveWith = (events: readonly unknown[]) => {
  const live = sample('fixtures.live') as { response: { fixture: { id: number } }[] }
  const [first, ...others] = live.response
  return { body: { ...live, response: [{ ...first, events }, ...others] } }
}

test.each<[type: string, detail: string | null, comments: string | null, read: EventType]>([
  ['Goal', 'Normal Goal', null, 'goal'],
  ['goal', ' Own goal', null, 'own_goal'],
  ['Goal', 'Penalty', null, 'penalty'],
  ['Goal', 'Missed Penalty', null, 'missed_penalty'],
  ['Goal', 'Penalty', 'Penalty Shootout', 'kick'],
  ['Goal', 'Missed Penalty', 'Penalty Shootout', 'missed_kick'],
  ['Card', 'Yellow Card', 'Foul', 'yellow'],
  ['Card', 'Second Yellow card', null, 'second_yellow'],
  ['Card', 'Red Card', null, 'red'],
  ['subst', 'Substitution 1', null, 'substitution'],
  ['Subst', null, null, 'substitution'],
  ['Var', 'Goal cancelled', 'Offside', 'annulled_goal'],
  ['Var', 'Goal Disallowed - offside', null, 'annulled_goal'],
  ['Var', 'Penalty confirmed', null, 'review'],
  ['Goal', 'Golden Goal', null, 'unknown'],
  ['Card', null, null, 'unknown'],
  ['Drone', 'On the pitch', null, 'unknown'],
])('%s, %s, %s', (type, detail, comments, expected) => {
  expect(read({ type, detail, comments }).type).toBe(expected)
})

test('an event has its minute, team and people, and none of a name or id that it lacks', () => {
  expect(read({ time: { elapsed: 45, extra: 2 }, assist: { id: 9, name: null } })).toEqual({
    minute: 45,
    extra: 2,
    type: 'goal',
    team_id: 7,
    player: { id: 1, name: 'U. Un' },
    other: { id: 9, name: '' },
  })
  expect(read({ player: null, assist: 'Un' })).toMatchObject({
    player: { id: null, name: '' },
    other: { id: null, name: '' },
  })
})

test.each([
  [{ elapsed: -2, extra: 0 }, 0, null],
  [{ elapsed: 133, extra: 500 }, 120, 99],
  [{ elapsed: '12', extra: '-1' }, 12, null],
])('the minute of %j stays within a match', (time, minute, extra) => {
  expect(read({ time })).toMatchObject({ minute, extra })
})

test('live list and full record have events; the list of a day has none, and replaces no stored ones', async () => {
  const { feed } = await openTestFeed(
    serving({ '/fixtures?live': 'fixtures.live', '/fixtures?ids': 'fixtures.ids', '/fixtures?date': 'fixtures.date' }),
  )
  const counts = (matches: readonly { readonly id: number; readonly events?: readonly unknown[] }[]) =>
    matches.find(({ id }) => id === 9900012)?.events?.length
  expect(counts(await feed.liveMatches())).toBe(9)
  expect(counts((await feed.matchesByIds([9900012])).map(({ match }) => match))).toBe(9)
  expect(counts(await feed.matchesOn('2025-11-22'))).toBeUndefined()
})

test('an unknown event is read as such, and logged once', async () => {
  const drone = row({ type: 'Drone', detail: 'On the pitch' })
  const { feed, log } = await openTestFeed(() => liveWith([drone, drone]))
  for (let reading = 0; reading < 2; reading += 1) {
    const [match] = await feed.liveMatches()
    expect(match?.events?.map(({ type }) => type)).toEqual(['unknown', 'unknown'])
  }
  expect(log).toEqual([
    { event: 'feed_unknown_event', facts: { words: 'drone: on the pitch', matchId: expect.any(Number) } },
  ])
})

test('an unreadable event is left out and logged once, and of an endless list the rest is not read', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => (index === 0 ? { time: {} } : row()))
  const { feed, log } = await openTestFeed(() => liveWith(rows))
  await feed.liveMatches()
  const [match] = await feed.liveMatches()
  expect(match?.events).toHaveLength(119)
  expect(log).toMatchObject([{ event: 'feed_rows_dropped', facts: { dropped: 1 } }])
})

const minutesOf = (starters: readonly number[], changes: readonly Partial<FieldChange>[], end = 90) =>
  Object.fromEntries(
    playingTime(
      starters,
      changes.map((change) => ({ minute: 0, player: null, other: null, isDismissal: false, ...change })),
      end,
    ).minutes,
  )

test.each<[name: string, changes: Partial<FieldChange>[], minutes: Record<number, number>]>([
  ['no player leaves', [], { 1: 90, 2: 90 }],
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
