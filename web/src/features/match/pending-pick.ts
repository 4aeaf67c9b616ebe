import { POSITIONS, type Position } from '@tribune/domain/podium.ts'

/** A pick that waits: for the fan to sign in, or for his ballot to be read. `position` null is a tap: the first free place. */
export interface PendingPick {
  readonly playerId: number
  readonly position: Position | null
}

/** Lives as long as the tab: it must outlive the way to the mailbox and back, and nothing else. */
const keyOf = (matchId: number) => `tribune-pick-${matchId}`

export function keepPendingPick(matchId: number, pick: PendingPick, storage = tabStorage()): void {
  storage?.setItem(keyOf(matchId), JSON.stringify([pick.playerId, pick.position]))
}

/** Gives the waiting pick once: it is forgotten as it is given. */
export function takePendingPick(matchId: number, storage = tabStorage()): PendingPick | null {
  const kept = storage?.getItem(keyOf(matchId)) ?? null
  dropPendingPick(matchId, storage)
  return kept === null ? null : read(kept)
}

export function dropPendingPick(matchId: number, storage = tabStorage()): void {
  storage?.removeItem(keyOf(matchId))
}

/** Anything may be written there: only a player and a place of the podium are taken. */
function read(kept: string): PendingPick | null {
  try {
    const [playerId, place]: unknown[] = JSON.parse(kept)
    const position = POSITIONS.find((known) => known === place) ?? null
    return typeof playerId === 'number' && Number.isSafeInteger(playerId) ? { playerId, position } : null
  } catch {
    return null
  }
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
