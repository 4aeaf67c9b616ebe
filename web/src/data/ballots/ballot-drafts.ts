import { checkPicks, type SentPick } from '@tribune/domain/ballots/ballot.ts'
import type { Draft, Stored } from '@tribune/domain/ballots/ballot-outbox.ts'
import type { PodiumPick } from '@tribune/domain/ballots/podium.ts'
import { phoneStorage, type SafeStorage } from '../../lib/device/storage.ts'

/** A ballot that the server is not known to have. */
export type BallotDraft = Draft<PodiumPick>
/** A ballot of this fan that the server has. */
export type StoredBallot = Stored<PodiumPick>

/** A fan and a match. */
export interface BallotKey {
  readonly fanId: string
  readonly matchId: number
}

/** A sentence that the fan has not read yet, about a ballot that waited. */
export interface HeldNews {
  readonly text: string
  readonly failed: boolean
}

const DRAFT = 'tribune-held-'
const NEWS = 'tribune-heldnews'
/** Account that this phone was last seen signed in with: without a network no one else can say who votes. */
const FAN = 'tribune-fan'
const keyOf = ({ fanId, matchId }: BallotKey) => `${DRAFT}${matchId}-${fanId}`

/** Called when all drafts are deleted by this tab. */
const onForgotten = new Set<() => void>()

/** Stores a draft. Returns false if the browser refuses, or the fan has signed out since they made it, so that nothing is promised. */
export function storeDraft(draft: BallotDraft, storage = phoneStorage): boolean {
  const isTheirs = rememberedFan(storage) === draft.fanId || readDraft(draft, storage) !== null
  return isTheirs && storage.write(keyOf(draft), JSON.stringify(draft))
}

export function readDraft(key: BallotKey, storage = phoneStorage): BallotDraft | null {
  return parseDraft(keyOf(key), storage.readJson(keyOf(key)))
}

/** Deletes a draft that the server has, and notifies the other tabs of what was saved, which they must not take for a draft that was dropped. */
export function settleDraft(key: BallotKey, saved: StoredBallot, storage = phoneStorage): void {
  storage.write(keyOf(key), JSON.stringify({ ...key, saved }))
  storage.remove(keyOf(key))
}

export function dropDraft(key: BallotKey, storage = phoneStorage): void {
  storage.remove(keyOf(key))
}

/** Returns all drafts, of every account, oldest first. Deletes what cannot be read. */
export function allDrafts(storage = phoneStorage): readonly BallotDraft[] {
  const found = draftKeys(storage).flatMap((key) => {
    const draft = parseDraft(key, storage.readJson(key))
    if (draft === null) storage.remove(key)
    return draft ?? []
  })
  return found.toSorted((one, other) => one.at - other.at)
}

/**
 * Calls back when another tab has changed the draft of a ballot, with what it has seen saved, or null; and without a ballot once all drafts are deleted.
 * The draft itself is in the storage, and may have changed again. Returns a function that unsubscribes.
 */
export function onDraftElsewhere(listener: (key: BallotKey | null, saved: StoredBallot | null) => void): () => void {
  const forget = () => listener(null, null)
  const look = ({ key, newValue }: StorageEvent) => {
    const changed = key === null ? null : ballotOf(key)
    if (key === null) forget()
    else if (changed !== null) listener(changed, parseSaved(newValue))
  }
  window.addEventListener('storage', look)
  onForgotten.add(forget)
  return () => {
    window.removeEventListener('storage', look)
    onForgotten.delete(forget)
  }
}

/** Returns the ballot whose draft has this name in the storage; null for any other name. */
export function ballotOf(name: string): BallotKey | null {
  const [, matchId, fanId] = /^tribune-held-(\d+)-(.+)$/.exec(name) ?? []
  return fanId === undefined ? null : { fanId, matchId: Number(matchId) }
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

/** Deletes everything that this phone has of a fan who signs out. */
export function forgetDrafts(storage = phoneStorage): void {
  for (const key of [FAN, ...draftKeys(storage), NEWS]) storage.remove(key)
  for (const listener of onForgotten) listener()
}

function draftKeys(storage: SafeStorage): readonly string[] {
  return storage.keys().filter((key) => key.startsWith(DRAFT))
}

function readNews(storage: SafeStorage): readonly HeldNews[] {
  const news = storage.readJson(NEWS)
  return Array.isArray(news) ? news.filter((one): one is HeldNews => typeof one?.text === 'string') : []
}

function parseText(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Returns a stored draft. Returns null if it is malformed, no ballot at all, or stored under the name of another. A draft of an earlier release waits. */
function parseDraft(key: string, value: unknown): BallotDraft | null {
  const draft = value as Partial<BallotDraft> | null | undefined
  const isWhole =
    typeof draft?.fanId === 'string' &&
    Number.isSafeInteger(draft.matchId) &&
    key === keyOf({ fanId: draft.fanId, matchId: Number(draft.matchId) }) &&
    Number.isFinite(draft.at) &&
    (draft.base === null || typeof draft.base === 'string') &&
    (draft.attempt === undefined || Number.isSafeInteger(draft.attempt)) &&
    typeof draft.home === 'string' &&
    typeof draft.away === 'string' &&
    isPicks(draft.picks) &&
    checkPicks(draft.picks) === null &&
    Array.isArray(draft.tried) &&
    draft.tried.every(isPicks)
  return isWhole ? { ...(draft as BallotDraft), waits: draft.waits !== false } : null
}

/** Returns the ballot that another tab has seen saved, from the text under the name of its draft; null for any other text. */
export function parseSaved(text: string | null): StoredBallot | null {
  const { saved } = (parseText(text) ?? {}) as { saved?: Partial<StoredBallot> }
  return saved != null && isPicks(saved.podium) && typeof saved.at === 'string' ? (saved as StoredBallot) : null
}

function isPicks(value: unknown): value is readonly SentPick[] {
  return Array.isArray(value) && value.every((pick) => Number.isSafeInteger(pick?.player_id) && 'position' in pick)
}
