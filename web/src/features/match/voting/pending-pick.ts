import { MINUTE_MS } from '@tribune/domain/instant.ts'
import { POSITIONS, type Position } from '@tribune/domain/podium.ts'

/** A pick that waits: for the fan to sign in, or for their ballot to be read. `position` null is a tap: the first free place. */
export interface PendingPick {
  readonly playerId: number
  readonly position: Position | null
}

/** It must outlive the way to the mailbox and back, which often ends in another tab, and not the vote. */
const WAITS_MS = 60 * MINUTE_MS
const keyOf = (matchId: number) => `tribune-pick-${matchId}`

export function keepPendingPick(matchId: number, pick: PendingPick, storage = ownStorage(), now = Date.now()): void {
  try {
    storage?.setItem(keyOf(matchId), JSON.stringify([pick.playerId, pick.position, now]))
  } catch {
    // Full: the fan taps again once they are signed in.
  }
}

/** Gives the waiting pick once: it is forgotten as it is given. */
export function takePendingPick(matchId: number, storage = ownStorage(), now = Date.now()): PendingPick | null {
  const kept = storage?.getItem(keyOf(matchId)) ?? null
  dropPendingPick(matchId, storage)
  return kept === null ? null : read(kept, now)
}

export function dropPendingPick(matchId: number, storage = ownStorage()): void {
  storage?.removeItem(keyOf(matchId))
}

/** Anything may be written there: only a player and a place of the podium are taken, of not long ago. */
function read(kept: string, now: number): PendingPick | null {
  try {
    const [playerId, place, since]: unknown[] = JSON.parse(kept)
    const position = POSITIONS.find((known) => known === place) ?? null
    const isRecent = typeof since === 'number' && now - since <= WAITS_MS
    return isRecent && typeof playerId === 'number' && Number.isSafeInteger(playerId) ? { playerId, position } : null
  } catch {
    return null
  }
}

function ownStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
