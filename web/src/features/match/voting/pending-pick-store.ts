import { MINUTE_MS } from '@tribune/domain/instant.ts'
import { POSITIONS, type Position } from '@tribune/domain/podium.ts'

/** A pick that waits until the fan has signed in, or until their ballot is read. `position` is null for a tap, which picks the first free place. */
export interface PendingPick {
  readonly playerId: number
  readonly position: Position | null
}

/** Long enough for confirming an address by mail, which often ends in another tab; not longer than the vote. */
const LIFE_MS = 60 * MINUTE_MS
const PICK = 'tribune-pick-'
const keyOf = (matchId: number) => `${PICK}${matchId}`

export function storePendingPick(matchId: number, pick: PendingPick, storage = ownStorage(), now = Date.now()): void {
  try {
    storage?.setItem(keyOf(matchId), JSON.stringify([pick.playerId, pick.position, now]))
  } catch {
    // The storage is full: the fan taps again once they are signed in.
  }
}

/** Returns the pending pick and deletes it. */
export function takePendingPick(matchId: number, storage = ownStorage(), now = Date.now()): PendingPick | null {
  const stored = storage?.getItem(keyOf(matchId)) ?? null
  dropPendingPick(matchId, storage)
  return stored === null ? null : parse(stored, now)
}

export function dropPendingPick(matchId: number, storage = ownStorage()): void {
  storage?.removeItem(keyOf(matchId))
}

/** Deletes the picks of all matches. */
export function forgetPicks(storage = ownStorage()): void {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
  for (const key of keys) if (key.startsWith(PICK)) storage?.removeItem(key)
}

/** Parses a stored pick. Returns null if it is malformed or has expired. */
function parse(stored: string, now: number): PendingPick | null {
  try {
    const [playerId, place, since]: unknown[] = JSON.parse(stored)
    const position = POSITIONS.find((known) => known === place) ?? null
    const isRecent = typeof since === 'number' && now - since <= LIFE_MS
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
