import { KEPT } from '@tribune/protocol/offline.ts'

/** Metadata of a stored answer, which the limits of the store depend on. Times are in milliseconds of this phone's clock. */
export interface AnswerHead {
  readonly address: string
  readonly receivedAt: number
  readonly usedAt: number
  /** Of the body, in characters. */
  readonly length: number
}

/** An answer that the phone has stored. */
interface StoredAnswer {
  readonly body: string
  readonly receivedAt: number
}

/** Where answers are stored. */
export interface AnswerStore {
  readonly read: (address: string, now: number) => Promise<StoredAnswer | null>
  readonly write: (address: string, body: string, now: number) => Promise<void>
  readonly erase: () => Promise<void>
}

/** Most characters that all stored answers have together: some ten times a match day on which every screen was opened. */
export const MAX_CHARACTERS = 12_000_000
/** A longer answer is not stored. The longest are the thirty days of the history. */
export const MAX_ANSWER_CHARACTERS = 4_000_000

const NAME = 'tribune-answers'
const HEADS = 'heads'
const BODIES = 'bodies'

/** Returns the addresses to delete: what is too old, and then what was used longest ago, until number and size are within bounds. */
export function beyondBounds(heads: readonly AnswerHead[], now: number): readonly string[] {
  let number = 0
  let characters = 0
  return heads
    .toSorted((one, other) => other.usedAt - one.usedAt)
    .flatMap(({ address, receivedAt, length }) => {
      if (isTooOld(receivedAt, now)) return address
      number += 1
      characters += length
      return number <= KEPT.read.entries && characters <= MAX_CHARACTERS ? [] : address
    })
}

/** Whether an answer is no longer shown. */
function isTooOld(receivedAt: number, now: number): boolean {
  return now - receivedAt > KEPT.read.seconds * 1_000
}

let opened: Promise<IDBDatabase> | null = null

/** The phone's own database. Every call rejects where the phone refuses one. */
export const phoneStore: AnswerStore = {
  read: (address, now) =>
    within(async (heads, bodies) => {
      const [head, body] = await Promise.all([
        result<AnswerHead | undefined>(heads.get(address)),
        result<string | undefined>(bodies.get(address)),
      ])
      if (head === undefined || body === undefined || isTooOld(head.receivedAt, now)) return null
      await result(heads.put({ ...head, usedAt: now }))
      return { body, receivedAt: head.receivedAt }
    }),
  write: (address, body, now) =>
    within(async (heads, bodies) => {
      const head: AnswerHead = { address, receivedAt: now, usedAt: now, length: body.length }
      await Promise.all([result(heads.put(head)), result(bodies.put(body, address))])
      for (const stale of beyondBounds(await result<AnswerHead[]>(heads.getAll()), now)) {
        heads.delete(stale)
        bodies.delete(stale)
      }
    }),
  erase: () =>
    within(async (heads, bodies) => {
      await Promise.all([result(heads.clear()), result(bodies.clear())])
    }),
}

/**
 * Runs work on both stores in one transaction, and resolves once it is stored. Opens the database again if the phone has closed it, as iOS does in the
 * background.
 */
async function within<T>(work: (heads: IDBObjectStore, bodies: IDBObjectStore) => Promise<T>): Promise<T> {
  const transaction = await begin().catch(() => {
    opened = null
    return begin()
  })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  const [answer] = await Promise.all([work(transaction.objectStore(HEADS), transaction.objectStore(BODIES)), done])
  return answer
}

async function begin(): Promise<IDBTransaction> {
  opened ??= open()
  return (await opened).transaction([HEADS, BODIES], 'readwrite')
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(HEADS, { keyPath: 'address' })
      request.result.createObjectStore(BODIES)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function result<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(request.error)
  })
}
