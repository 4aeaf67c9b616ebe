import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_TYPES, type EventType, factsByPlayer, isGoal, type ReportedEvent, replacesEvents } from './events.ts'
import { matchTimeline, type TimelineMatch } from './timeline.ts'

const [HOME, AWAY] = [100, 200]
const NO_PERSON = { id: null, name: '' }

/** Four players a side: 1 to 4 at home, 5 to 8 away, of whom 4 and 8 are on the bench. The last at home has an id of our own. */
const players = ['A. Aubin', 'B. Brossard', 'C. Costa', 'D. Duval', 'E. Estève', 'F. Faure', 'G. Garnier', 'H. Hamel']
  .map((player_name, index) => ({ player_id: index + 1, player_name }))
  .map((player) => ({
    ...player,
    side: player.player_id <= 4 ? ('home' as const) : ('away' as const),
    is_starter: player.player_id % 4 !== 0,
  }))

type Sketch = readonly [
  minute: number | readonly [number, number],
  type: EventType,
  team: number,
  player?: number | string,
  other?: number | string,
]

const person = (one: number | string | undefined) => {
  if (one === undefined) return NO_PERSON
  return typeof one === 'number' ? { id: one, name: '' } : { id: null, name: one }
}

function reported([at, type, team_id, player, other]: Sketch): ReportedEvent {
  const [minute, extra] = typeof at === 'number' ? [at, null] : at
  return { minute, extra, type, team_id, player: person(player), other: person(other) }
}

const match = (home_score: number | null = 0, away_score: number | null = 0, shootout = false): TimelineMatch => ({
  home_team_id: HOME,
  away_team_id: AWAY,
  home_score,
  away_score,
  shootout,
})

const timelineOf = (
  events: readonly Sketch[],
  of = match(),
  aliases: readonly { alias: number; player: number }[] = [],
) => matchTimeline(events.map(reported), of, players, aliases)

/** An event in one line: « 45+2 goal home 1 2 », with names of those who are not listed. */
function lines(...sketched: Parameters<typeof timelineOf>): string[] {
  return timelineOf(...sketched).map(({ minute, extra, type, team, player, assist }) =>
    [extra === null ? minute : `${minute}+${extra}`, type, team, player?.id ?? player?.name, assist?.id ?? assist?.name]
      .filter((part) => part !== undefined)
      .join(' '),
  )
}

test.each<[name: string, events: Sketch[], timeline: string[], of?: TimelineMatch]>([
  ['a goal with its pass', [[12, 'goal', HOME, 1, 2]], ['12 goal home 1 2'], match(1)],
  [
    'events out of order',
    [
      [[45, 2], 'yellow', AWAY, 5],
      [[45, 1], 'yellow', HOME, 1],
      [45, 'yellow', HOME, 2],
      [46, 'yellow', HOME, 3],
    ],
    ['45 yellow home 2', '45+1 yellow home 1', '45+2 yellow away 5', '46 yellow home 3'],
  ],
  ['a player without an id, by name', [[9, 'yellow', AWAY, 'Emma Estève']], ['9 yellow away 5']],
  ['somebody who is not listed', [[9, 'yellow', AWAY, 'Z. Zidi']], ['9 yellow away Z. Zidi']],
  ['an id that is not in the lineup', [[9, 'yellow', AWAY, 99]], ['9 yellow away']],
  ['an event without a player', [[9, 'unknown', AWAY]], ['9 unknown away']],
  ['a team that does not play, by its player', [[9, 'yellow', 300, 5]], ['9 yellow away 5']],
  ['a team that does not play, without a player', [[9, 'yellow', 300, 'Z. Zidi']], []],
  ['an own goal, for the side that gains it', [[9, 'own_goal', AWAY, 1]], ['9 own_goal away 1'], match(0, 1)],
  ['an own goal under its player’s team', [[9, 'own_goal', HOME, 1]], ['9 own_goal away 1'], match(0, 1)],
  ['an own goal of somebody by name', [[9, 'own_goal', AWAY, 'C. Costa']], ['9 own_goal away 3'], match(0, 1)],
  [
    'an event that is listed twice',
    [
      [9, 'goal', HOME, 1],
      [9, 'goal', HOME, 1],
    ],
    ['9 goal home 1'],
    match(1),
  ],
  [
    'a yellow and a red card at once',
    [
      [20, 'yellow', HOME, 1],
      [60, 'yellow', HOME, 1],
      [60, 'red', HOME, 1],
    ],
    ['20 yellow home 1', '60 second_yellow home 1'],
  ],
  [
    'a second yellow card next to both',
    [
      [60, 'yellow', HOME, 1],
      [60, 'second_yellow', HOME, 1],
      [60, 'red', HOME, 1],
    ],
    ['60 second_yellow home 1'],
  ],
  [
    'cards of two players at once',
    [
      [60, 'yellow', HOME, 1],
      [60, 'red', HOME, 2],
    ],
    ['60 yellow home 1', '60 red home 2'],
  ],
  ['a substitution', [[60, 'substitution', HOME, 1, 4]], ['60 substitution home 1 4']],
  ['a reversed substitution', [[60, 'substitution', HOME, 4, 1]], ['60 substitution home 1 4']],
  [
    'a substitute who goes off again',
    [
      [60, 'substitution', HOME, 4, 1],
      [80, 'substitution', HOME, 'Z. Zidi', 4],
    ],
    ['60 substitution home 1 4', '80 substitution home 4 Z. Zidi'],
  ],
  [
    'an annulled goal that is still listed',
    [
      [20, 'goal', HOME, 1],
      [22, 'annulled_goal', HOME, 1],
    ],
    ['22 annulled_goal home 1'],
  ],
  [
    'an annulled goal that is no longer listed: an earlier one of its player stays',
    [
      [20, 'goal', HOME, 1],
      [23, 'annulled_goal', HOME, 1],
    ],
    ['20 goal home 1', '23 annulled_goal home 1'],
    match(1),
  ],
  [
    'a decision takes the goal of its player, not a later one',
    [
      [20, 'goal', HOME, 1],
      [21, 'goal', HOME, 2],
      [22, 'annulled_goal', HOME, 1],
    ],
    ['21 goal home 2', '22 annulled_goal home 1'],
    match(1),
  ],
  [
    'a decision without a player takes the latest goal of the side',
    [
      [20, 'goal', HOME, 1],
      [30, 'goal', AWAY, 5],
      [40, 'goal', HOME, 2],
      [42, 'annulled_goal', HOME],
    ],
    ['20 goal home 1', '30 goal away 5', '42 annulled_goal home'],
    match(1, 1),
  ],
  [
    'two annulled goals',
    [
      [20, 'goal', HOME, 1],
      [22, 'annulled_goal', HOME, 1],
      [30, 'goal', HOME, 1],
      [31, 'annulled_goal', HOME, 1],
    ],
    ['22 annulled_goal home 1', '31 annulled_goal home 1'],
  ],
  [
    'an annulled goal in a match without a score',
    [
      [20, 'goal', HOME, 1],
      [22, 'annulled_goal', HOME, 1],
    ],
    ['20 goal home 1', '22 annulled_goal home 1'],
    match(null, null),
  ],
  [
    'kicks of a shoot-out come last',
    [
      [[120, 1], 'kick', HOME, 1],
      [[120, 2], 'missed_kick', AWAY, 5],
      [[120, 3], 'yellow', AWAY, 5],
    ],
    ['120+3 yellow away 5', '120+1 kick home 1', '120+2 missed_kick away 5'],
    match(1, 1, true),
  ],
  [
    'kicks that the feed does not set apart from penalties',
    [
      [30, 'penalty', HOME, 1],
      [120, 'penalty', AWAY, 5],
      [120, 'penalty', HOME, 2],
      [120, 'missed_penalty', AWAY, 6],
    ],
    ['30 penalty home 1', '120 penalty away 5', '120 kick home 2', '120 missed_kick away 6'],
    match(1, 1, true),
  ],
  ['a penalty in the last minute, without a shoot-out', [[120, 'penalty', HOME, 1]], ['120 penalty home 1'], match(1)],
])('%s', (_name, events, timeline, of) => {
  expect(lines(events, of)).toEqual(timeline)
})

test('a person whom the operator has merged has the id of the lineup', () => {
  expect(lines([[9, 'goal', HOME, 77]], match(1), [{ alias: 77, player: 2 }])).toEqual(['9 goal home 2'])
})

test('without a lineup events have the feed’s names, in its order', () => {
  const timeline = matchTimeline([reported([60, 'substitution', HOME, 'A. Aubin', 'D. Duval'])], match(), [], [])
  expect(timeline).toMatchObject([{ player: { id: null, name: 'A. Aubin' }, assist: { id: null, name: 'D. Duval' } }])
})

test('a player has their goals, passes, cards and changes, and nothing for annulled goals or kicks', () => {
  const facts = factsByPlayer(
    timelineOf(
      [
        [10, 'goal', HOME, 1, 2],
        [20, 'penalty', HOME, 1],
        [25, 'goal', HOME, 1, 2],
        [27, 'annulled_goal', HOME, 1],
        [30, 'own_goal', HOME, 5],
        [40, 'missed_penalty', AWAY, 6],
        [50, 'yellow', AWAY, 6],
        [[90, 2], 'substitution', HOME, 2, 4],
        [95, 'yellow', AWAY, 7],
        [95, 'red', AWAY, 7],
        [96, 'red', AWAY, 5],
        [120, 'kick', HOME, 3],
      ],
      match(3, 0, true),
    ),
  )
  const none = { goals: 0, ownGoals: 0, assists: 0, missedPenalties: 0, yellow: false, red: false }
  const idle = { ...none, cameOn: null, wentOff: null }
  expect(Object.fromEntries(facts)).toEqual({
    1: { ...idle, goals: 2 },
    2: { ...idle, assists: 1, wentOff: { minute: 90, extra: 2 } },
    4: { ...idle, cameOn: { minute: 90, extra: 2 } },
    5: { ...idle, ownGoals: 1, red: true },
    6: { ...idle, missedPenalties: 1, yellow: true },
    7: { ...idle, yellow: true, red: true },
  })
})

const GOAL = reported([9, 'goal', HOME, 1])

test.each<[name: string, reported: number, stored: number, score: [number | null, number | null], replaces: boolean]>([
  ['a list replaces any other', 1, 30, [4, 4], true],
  ['an empty list before anything has happened', 0, 0, [0, 0], true],
  ['a goal and its decision are withdrawn', 0, 2, [0, 0], true],
  ['an empty list next to goals', 0, 1, [1, 0], false],
  ['an empty list in place of a long one', 0, 3, [0, 0], false],
  ['an empty list of a match without a score', 0, 1, [null, null], true],
])('%s', (_name, count, stored, [home, away], replaces) => {
  const list = (length: number) => Array.from({ length }, () => GOAL)
  expect(replacesEvents(list(count), list(stored), { home, away })).toBe(replaces)
})

const anyPerson = fc.record({
  id: fc.option(fc.integer({ min: 1, max: 9 })),
  name: fc.constantFrom('', 'Aubin', 'B. Brossard', 'X'),
})
const anyEvent = fc.record({
  minute: fc.integer({ min: 0, max: 120 }),
  extra: fc.option(fc.integer({ min: 1, max: 9 })),
  type: fc.constantFrom(...EVENT_TYPES),
  team_id: fc.constantFrom(HOME, AWAY, 300),
  player: anyPerson,
  other: anyPerson,
})
const anyScore = fc.option(fc.integer({ min: 0, max: 5 }))

test('any list of a feed becomes events in the order of play, none of them invented, and kicks are not goals', () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 30 }),
      anyScore,
      anyScore,
      fc.boolean(),
      (events, home, away, shootout) => {
        const timeline = matchTimeline(events, match(home, away, shootout), players, [])
        expect(timeline.length).toBeLessThanOrEqual(events.length)
        const play = timeline.filter(({ type }) => type !== 'kick' && type !== 'missed_kick')
        expect(play).toEqual(play.toSorted((a, b) => a.minute - b.minute || (a.extra ?? 0) - (b.extra ?? 0)))
        expect(timeline.slice(0, play.length)).toEqual(play)
        const goals = [...factsByPlayer(timeline).values()].reduce((sum, one) => sum + one.goals + one.ownGoals, 0)
        expect(goals).toBeLessThanOrEqual(play.filter(({ type }) => isGoal(type)).length)
      },
    ),
  )
})
