import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import type { ListedPlayer } from '../../../match/players/player-words.ts'
import type { ShownBallot } from '../../../match/voting/save-line.tsx'
import { SAMPLE_PLAYERS, SAMPLE_PODIUM } from './sample-rows.ts'

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
