import { checkPicks, type SentPick } from '@tribune/domain/ballot.ts'
import type { HeldBallot } from '@tribune/domain/held-ballot.ts'
import type { PodiumPick } from '@tribune/domain/podium.ts'
import { phoneStorage, type SafeStorage } from '../../lib/device/storage.ts'

/** A ballot that waits on this phone, with what names its match to the fan. */
export interface Held extends HeldBallot<PodiumPick> {
  readonly home: string
  readonly away: string
}

/** A sentence that the fan has not read yet, about a ballot that waited. */
export interface HeldNews {
  readonly text: string
  readonly failed: boolean
}

const HELD = 'tribune-held-'
const NEWS = 'tribune-heldnews'
/** Account that this phone was last seen signed in with: without a network nobody else can say who votes. */
const FAN = 'tribune-fan'
const keyOf = (fanId: string, matchId: number) => `${HELD}${matchId}-${fanId}`

/** Stores a ballot. Returns false if the browser refuses, so that nothing is promised. */
export function storeHeld(held: Held, storage = phoneStorage): boolean {
  return storage.write(keyOf(held.fanId, held.matchId), JSON.stringify(held))
}

export function readHeld(fanId: string, matchId: number, storage = phoneStorage): Held | null {
  return read(keyOf(fanId, matchId), storage)
}

/** Calls back when another tab stores, changes or drops the ballot of a match. Returns a function that unsubscribes. */
export function onHeldElsewhere(matchId: number, listener: () => void): () => void {
  const look = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(`${HELD}${matchId}-`)) listener()
  }
  window.addEventListener('storage', look)
  return () => window.removeEventListener('storage', look)
}

/** Returns all ballots that wait, of every account, oldest first. Deletes what cannot be read. */
export function allHeld(storage = phoneStorage): readonly Held[] {
  const found = heldKeys(storage).flatMap((key) => {
    const held = read(key, storage)
    if (held === null) storage.remove(key)
    return held ?? []
  })
  return found.toSorted((one, other) => one.at - other.at)
}

export function dropHeld({ fanId, matchId }: Pick<Held, 'fanId' | 'matchId'>, storage = phoneStorage): void {
  storage.remove(keyOf(fanId, matchId))
}

export function rememberFan(fanId: string, storage = phoneStorage): void {
  storage.write(FAN, fanId)
}

export function rememberedFan(storage = phoneStorage): string | null {
  return storage.read(FAN) ?? null
}

/** Stores a sentence until the fan looks at the screen. */
export function addHeldNews(news: HeldNews, storage = phoneStorage): void {
  storage.write(NEWS, JSON.stringify([...readNews(storage), news]))
}

/** Returns the sentence that has waited longest, and deletes it; null if none waits. */
export function takeHeldNews(storage = phoneStorage): HeldNews | null {
  const [first, ...others] = readNews(storage)
  // One that stayed would be announced again and again.
  if (others.length === 0 || !storage.write(NEWS, JSON.stringify(others))) storage.remove(NEWS)
  return first ?? null
}

/** Deletes everything that this phone keeps of a fan who signs out. */
export function forgetHeld(storage = phoneStorage): void {
  for (const key of [...heldKeys(storage), NEWS, FAN]) storage.remove(key)
}

function heldKeys(storage: SafeStorage): readonly string[] {
  return storage.keys().filter((key) => key.startsWith(HELD))
}

function readNews(storage: SafeStorage): readonly HeldNews[] {
  const news = storage.readJson(NEWS)
  return Array.isArray(news) ? news.filter((one): one is HeldNews => typeof one?.text === 'string') : []
}

/** Reads a stored ballot. Returns null if it is malformed, no ballot at all, or one that is stored under the name of another. */
function read(key: string, storage: SafeStorage): Held | null {
  const held = storage.readJson(key) as Partial<Held> | null | undefined
  const isWhole =
    typeof held?.fanId === 'string' &&
    Number.isSafeInteger(held.matchId) &&
    key === keyOf(held.fanId, Number(held.matchId)) &&
    Number.isFinite(held.at) &&
    (held.base === null || typeof held.base === 'string') &&
    (held.attempt === undefined || Number.isSafeInteger(held.attempt)) &&
    typeof held.home === 'string' &&
    typeof held.away === 'string' &&
    isPicks(held.picks) &&
    checkPicks(held.picks) === null &&
    Array.isArray(held.tried) &&
    held.tried.every(isPicks)
  return isWhole ? (held as Held) : null
}

function isPicks(value: unknown): value is readonly SentPick[] {
  return Array.isArray(value) && value.every((pick) => Number.isSafeInteger(pick?.player_id) && 'position' in pick)
}
