import type { EventType } from '@tribune/domain/matches/events.ts'
import { expect, test } from 'vitest'
import { toReportedEvent } from './events.ts'
import { sample } from './testing/sample-server.ts'
import { openTestFeed, serving } from './testing/setup.ts'
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

test('live list and full record have events, and the list of a day has none to replace the stored ones with', async () => {
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
