import { phoneStorage, type SafeStorage } from '../../../lib/device/storage.ts'
import type { RevealKey, RevealMemory } from './reveal-rules.ts'

const KEY = 'tribune-reveals'
/** Maximum number of results that a phone remembers; the oldest ones are forgotten. A fan opens fewer matches within the days of a reveal. */
const MAX_REMEMBERED = 100

/** A result in the storage: match, attempt, and 1 once it has been revealed. */
type Entry = readonly [matchId: number, attempt: number, revealed: 0 | 1]

/** Entries of this page, where the browser refuses to store them. */
let unstored: readonly Entry[] = []

export function revealMemory(key: RevealKey, storage = phoneStorage): RevealMemory {
  const entry = entries(storage).find((one) => isOf(key, one))
  if (entry === undefined) return 'nothing'
  return entry[2] === 1 ? 'revealed' : 'awaited'
}

/** Remembers that the match was opened before its result was published. */
export function rememberAwaited(key: RevealKey, storage = phoneStorage): void {
  if (revealMemory(key, storage) === 'nothing') remember(key, 0, storage)
}

/**
 * Claims a reveal for this tab, and remembers it. Returns a function that ends the claim once the reveal is closed, or null if it must not be shown: it has
 * been, another tab shows it, the screen has been left, or the phone could not remember it, so that each page load would show it again.
 */
export async function claimReveal(
  key: RevealKey,
  isLeft: () => boolean,
  storage = phoneStorage,
): Promise<(() => void) | null> {
  const release = await lock(`${KEY}-${key.matchId}-${key.attempt}`)
  if (release === null) {
    // A tab sees what another one stores with a delay.
    remember(key, 1, storage)
    return null
  }
  const memory = revealMemory(key, storage)
  const isMine = memory !== 'revealed' && !isLeft() && (remember(key, 1, storage) || memory === 'awaited')
  if (isMine) return release
  release()
  return null
}

/** Returns a function that releases the lock; null if another tab holds it. Without locks in the browser, each tab gets one. */
function lock(name: string): Promise<(() => void) | null> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (locks === undefined) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    const hold = (held: Lock | null) => {
      if (held === null) return resolve(null)
      return new Promise<void>((end) => resolve(end))
    }
    locks.request(name, { ifAvailable: true }, hold).catch(reject)
  })
}

/** Returns false if the browser refuses to store it; this page remembers it anyway. */
function remember(key: RevealKey, revealed: 0 | 1, storage: SafeStorage): boolean {
  const others = entries(storage).filter((one) => !isOf(key, one))
  const all = [...others, [key.matchId, key.attempt, revealed] as const].slice(-MAX_REMEMBERED)
  const isStored = storage.write(KEY, JSON.stringify(all))
  unstored = isStored ? [] : all
  return isStored
}

function entries(storage: SafeStorage): readonly Entry[] {
  if (unstored.length > 0) return unstored
  const stored = storage.readJson(KEY)
  return Array.isArray(stored) ? stored.filter(isEntry) : []
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isSafeInteger)
}

function isOf({ matchId, attempt }: RevealKey, [ofMatch, ofAttempt]: Entry): boolean {
  return matchId === ofMatch && attempt === ofAttempt
}
