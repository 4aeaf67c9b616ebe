import type { MatchEvent } from '@tribune/contract/matches.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { factsByPlayer } from '@tribune/domain/matches/events.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import type { ListedPlayer } from '../../../match/players/player-words.ts'
import type { ShownBallot } from '../../../match/voting/save-line.tsx'
import { SAMPLE_PLAYERS, SAMPLE_PODIUM } from './sample-rows.ts'

const { plain, first, second, third, outside, substitute, long } = SAMPLE_PLAYERS
const named = ({ player_id: id, player_name: name }: ListedPlayer) => ({ id, name })

interface Sketch extends Partial<Omit<MatchEvent, 'player' | 'assist'>> {
  readonly by?: ListedPlayer
  readonly with?: ListedPlayer
}

const event = (minute: number, type: MatchEvent['type'], { by, with: other, ...rest }: Sketch): MatchEvent => ({
  minute,
  extra: null,
  type,
  team: 'home',
  player: by === undefined ? null : named(by),
  assist: other === undefined ? null : named(other),
  ...rest,
})

const kick = (type: 'kick' | 'missed_kick', team: MatchEvent['team'], by: ListedPlayer) =>
  event(120, type, { team, by })

/** An event of each type, in the order of play. */
export const SAMPLE_EVENTS: readonly MatchEvent[] = [
  event(9, 'goal', { by: first, with: second }),
  event(17, 'annulled_goal', { by: first }),
  event(23, 'yellow', { by: third }),
  event(31, 'own_goal', { team: 'away', by: outside }),
  event(45, 'missed_penalty', { extra: 2, by: long }),
  event(52, 'penalty', { by: first }),
  event(58, 'substitution', { by: outside, with: substitute }),
  event(64, 'review', { team: 'away' }),
  event(71, 'second_yellow', { by: third }),
  event(77, 'red', { by: plain }),
  event(83, 'unknown', { team: 'away' }),
  event(90, 'goal', { extra: 4, team: 'away' }),
]

export const SAMPLE_KICKS: readonly MatchEvent[] = [
  kick('kick', 'home', first),
  kick('missed_kick', 'away', outside),
  kick('kick', 'home', second),
]

const facts = factsByPlayer(SAMPLE_EVENTS)

/** The sample players who are in an event, with their facts. */
export const PLAYERS_WITH_FACTS: readonly ListedPlayer[] = Object.values(SAMPLE_PLAYERS).flatMap((player) => {
  const own = facts.get(player.player_id)
  return own === undefined ? [] : [{ ...player, facts: own }]
})

export const LINEUP: readonly ListedPlayer[] = Object.values(SAMPLE_PLAYERS)
const nothing = () => {}

function shownBallot(podium: Podium, rest: Partial<ShownBallot> = {}): ShownBallot {
  const acts = { pick: nothing, undo: nothing, restore: nothing, readAgain: nothing }
  return {
    podium,
    struck: [],
    status: 'saved',
    counted: false,
    holds: false,
    reading: false,
    unread: false,
    canUndo: podium.length > 0,
    ...acts,
    ...rest,
  }
}

const STRUCK = [{ position: 1, player_id: 999, player_name: 'Malo Tréville', absent: false }] as const
const ABSENT = [{ ...STRUCK[0], absent: true }]

/** A ballot in every state, by its name, and whether there is a network. */
export const SHOWN_BALLOTS: readonly (readonly [name: string, ballot: ShownBallot, online: boolean])[] = [
  [words.podium.empty, shownBallot([], { status: 'idle' }), true],
  [words.podium.partial, shownBallot(SAMPLE_PODIUM.slice(0, 2), { status: 'incomplete' }), true],
  [words.podium.saving, shownBallot(SAMPLE_PODIUM, { status: 'saving' }), true],
  [words.podium.full, shownBallot(SAMPLE_PODIUM), true],
  [words.podium.failed, shownBallot(SAMPLE_PODIUM, { status: 'failed' }), true],
  [words.podium.emptied, shownBallot([], { status: 'emptied', canUndo: true }), true],
  [words.podium.reading, shownBallot([], { status: 'idle', reading: true }), true],
  [words.podium.unread, shownBallot([], { status: 'idle', unread: true }), true],
  [words.podium.struck, shownBallot([...STRUCK, ...SAMPLE_PODIUM.slice(1)], { struck: STRUCK }), true],
  [words.podium.absent, shownBallot([...ABSENT, ...SAMPLE_PODIUM.slice(1)], { struck: ABSENT }), true],
  [words.podium.offline, shownBallot(SAMPLE_PODIUM), false],
  [words.podium.newer, shownBallot(SAMPLE_PODIUM, { status: 'newer', choose: nothing }), true],
  [words.podium.held, shownBallot(SAMPLE_PODIUM, { status: 'held', holds: true }), false],
]
