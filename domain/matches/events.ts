import type { NamedPerson } from '../players/find-person.ts'

/**
 * Types of events of a match. A `kick` belongs to a shoot-out and is not a goal. `annulled_goal` is the decision that annuls a goal, `review` any other
 * of the video referee, `unknown` an event that the feed calls by a new word.
 */
export const EVENT_TYPES = [
  'goal',
  'penalty',
  'own_goal',
  'missed_penalty',
  'kick',
  'missed_kick',
  'yellow',
  'second_yellow',
  'red',
  'substitution',
  'annulled_goal',
  'review',
  'unknown',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** More events than any match has, a shoot-out included. */
export const MAX_EVENTS = 120

/** Where in the match it happened: the minute, 0-120, and the stoppage minutes on top of it. */
interface EventMoment {
  readonly minute: number
  readonly extra: number | null
}

/** An event as the feed reports it. */
export interface ReportedEvent extends EventMoment {
  readonly type: EventType
  readonly team_id: number
  readonly player: NamedPerson
  /** The player who gave the pass to a goal; of a substitution the second one, who usually comes on. */
  readonly other: NamedPerson
}

/** A score; either part may be unknown. */
interface Score {
  readonly home: number | null
  readonly away: number | null
}

/** A goal and the decision that annulled it: the longest list that a feed withdraws as a whole. */
const MAX_WITHDRAWN = 2

/**
 * Returns whether a feed's newest list of events replaces the stored one. It does, because corrections replace, move and delete earlier events; but an empty list
 * next to goals, or in place of a longer list, is a gap of the feed.
 */
export function replacesEvents(
  reported: readonly ReportedEvent[],
  stored: readonly ReportedEvent[],
  { home, away }: Score,
): boolean {
  if (reported.length > 0) return true
  return (home ?? 0) + (away ?? 0) === 0 && stored.length <= MAX_WITHDRAWN
}

type Side = 'home' | 'away'

/** An event as the match screen shows it. Persons have the id of a player in the lineup, or `null`. */
export interface MatchEvent extends EventMoment {
  readonly type: EventType
  /** The side that it belongs to; of an own goal the side that gains it. */
  readonly team: Side
  /** The player who scored, missed, was booked or went off; `null` if unknown. */
  readonly player: NamedPerson | null
  /** The player who gave the pass to a goal, or came on; `null` if there is none, or unknown. */
  readonly assist: NamedPerson | null
}

/** The acts of a player in a match. Kicks of a shoot-out are not among them. */
export interface PlayerFacts {
  /** Goals for their own side, penalties included. */
  readonly goals: number
  readonly ownGoals: number
  readonly assists: number
  readonly missedPenalties: number
  readonly yellow: boolean
  /** Sent off, by a second yellow card too. */
  readonly red: boolean
  /** When they came on and went off; `null` if they did not. */
  readonly cameOn: EventMoment | null
  readonly wentOff: EventMoment | null
}

/** The facts of a player who did nothing that is listed. */
export const NO_FACTS: PlayerFacts = {
  goals: 0,
  ownGoals: 0,
  assists: 0,
  missedPenalties: 0,
  yellow: false,
  red: false,
  cameOn: null,
  wentOff: null,
}

/** Returns the facts of each player in an event, by id. */
export function factsByPlayer(events: readonly MatchEvent[]): Map<number, PlayerFacts> {
  const facts = new Map<number, PlayerFacts>()
  const add = (person: NamedPerson | null, change: (before: PlayerFacts) => Partial<PlayerFacts>) => {
    if (person?.id == null) return
    const before = facts.get(person.id) ?? NO_FACTS
    facts.set(person.id, { ...before, ...change(before) })
  }
  for (const { type, player, assist, minute, extra } of events) {
    if (isGoal(type) && type !== 'own_goal') {
      add(player, ({ goals }) => ({ goals: goals + 1 }))
      add(assist, ({ assists }) => ({ assists: assists + 1 }))
    }
    if (type === 'own_goal') add(player, ({ ownGoals }) => ({ ownGoals: ownGoals + 1 }))
    if (type === 'missed_penalty') add(player, ({ missedPenalties }) => ({ missedPenalties: missedPenalties + 1 }))
    if (type === 'yellow') add(player, () => ({ yellow: true }))
    if (type === 'second_yellow') add(player, () => ({ yellow: true, red: true }))
    if (type === 'red') add(player, () => ({ red: true }))
    if (type === 'substitution') {
      add(player, () => ({ wentOff: { minute, extra } }))
      add(assist, () => ({ cameOn: { minute, extra } }))
    }
  }
  return facts
}

/** Types of penalties in a shoot-out. */
export const KICKS: Partial<Record<EventType, EventType>> = { penalty: 'kick', missed_penalty: 'missed_kick' }

/** Returns whether an event belongs to a shoot-out. */
export function isKick(type: EventType): boolean {
  return type === 'kick' || type === 'missed_kick'
}

/** Returns whether an event counts in the score. */
export function isGoal(type: EventType): boolean {
  return type === 'goal' || type === 'penalty' || type === 'own_goal'
}
