import { POSITIONS, type Position } from '@tribune/domain/ballots/podium.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { phoneStorage } from '../../lib/device/storage.ts'

/** A pick that waits until the fan has signed in, or until their ballot is read. `position` is null for a tap, which picks the first free place. */
export interface PendingPick {
  readonly playerId: number
  readonly position: Position | null
  /** The only fan who may make the pick, because it changes their ballot. A visitor's pick is made by any fan who signs in. */
  readonly fanId?: string | undefined
}

/** Long enough for confirming an address by mail, which often ends in another tab; not longer than the vote. */
const LIFE_MS = 60 * MINUTE_MS
const PICK = 'tribune-pick-'
const keyOf = (matchId: number) => `${PICK}${matchId}`

export function storePendingPick(matchId: number, pick: PendingPick, storage = phoneStorage, now = Date.now()): void {
  storage.write(keyOf(matchId), JSON.stringify([pick.playerId, pick.position, now, pick.fanId]))
}

/** Returns the pending pick and deletes it. Another fan's is only deleted. */
export function takePendingPick(
  matchId: number,
  fanId: string | null,
  storage = phoneStorage,
  now = Date.now(),
): PendingPick | null {
  const stored = storage.readJson(keyOf(matchId))
  dropPendingPick(matchId, storage)
  return parse(stored, fanId, now)
}

export function dropPendingPick(matchId: number, storage = phoneStorage): void {
  storage.remove(keyOf(matchId))
}

/** Deletes the picks of all matches. */
export function forgetPicks(storage = phoneStorage): void {
  for (const key of storage.keys()) if (key.startsWith(PICK)) storage.remove(key)
}

/** Parses a stored pick. Returns null if it is malformed, has expired, or is another fan's. */
function parse(stored: unknown, fanId: string | null, now: number): PendingPick | null {
  const [playerId, place, since, owner]: unknown[] = Array.isArray(stored) ? stored : []
  if (owner != null && owner !== fanId) return null
  const position = POSITIONS.find((known) => known === place) ?? null
  const isRecent = typeof since === 'number' && now - since <= LIFE_MS
  return isRecent && typeof playerId === 'number' && Number.isSafeInteger(playerId) ? { playerId, position } : null
}
