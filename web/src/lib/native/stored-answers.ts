import {
  CACHE_LIMITS,
  cachingOf,
  mayCache,
  NETWORK_PATIENCE_S,
  STORED_AGAIN_MS,
  STORED_SINCE_HEADER,
} from '@tribune/protocol/offline.ts'

/** Time after which a store that does not answer has nothing, in milliseconds: the screen says that there is no network. */
const RECALL_LIMIT_MS = 2_000

/** When answers were stored last, and their ETags, so that an unchanged one is not stored again at once. */
const lastStored = new Map<string, { readonly etag: string | null; readonly at: number }>()
/** Counts erasures. An answer that was requested before an erasure is not stored after it. */
let erasures = 0

/**
 * Asks the server, and stores public answers on the phone, as the service worker does in a browser and by the same rules (protocol/offline.ts). If no
 * answer arrives in time, returns the stored one, with the header that gives its age. Rejects as `ask` does if nothing is stored.
 * @param address Path and query.
 */
export async function askOrRecall(
  address: string,
  ask: () => Promise<Response>,
  store: AnswerStore = phoneStore,
): Promise<Response> {
  const [path = '', query] = address.split('?')
  if (cachingOf(path, query === undefined ? '' : `?${query}`) !== 'read') return ask()
  const before = erasures
  const asked = ask()
  asked.then(
    (answer) => keep(address, answer.clone(), before, store),
    () => undefined,
  )
  const inTime = await Promise.race([asked.catch(withoutAnswer), pause(NETWORK_PATIENCE_S * 1_000)])
  if (inTime) return inTime
  return (await recall(address, store)) ?? asked
}

/** Erases all stored answers, so that no other fan sees which screens the last one has opened. */
export async function forgetAnswers(store: AnswerStore = phoneStore): Promise<void> {
  erasures += 1
  lastStored.clear()
  await store.erase().catch((error) => console.error('answers not erased', error))
}

/** A request that the screen itself aborted needs no other answer. */
function withoutAnswer(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  return null
}

async function keep(address: string, answer: Response, before: number, store: AnswerStore): Promise<void> {
  if (!mayCache(answer.status, answer.headers.get('cache-control'))) return
  const [etag, now, last] = [answer.headers.get('etag'), Date.now(), lastStored.get(address)]
  if (last !== undefined && etag !== null && last.etag === etag && now - last.at < STORED_AGAIN_MS) return
  try {
    const body = await answer.text()
    if (body.length > MAX_ANSWER_CHARACTERS || before !== erasures) return
    await store.write(address, body, now)
    lastStored.set(address, { etag, at: now })
  } catch {
    // The answer broke off, or the phone refuses storage or is full: the screen still gets its answer.
  }
}

/** Returns a stored answer, without any header of the server's but the type: a session that it renewed is never stored. */
async function recall(address: string, store: AnswerStore): Promise<Response | null> {
  const read = store.read(address, Date.now()).catch(() => null)
  const stored = await Promise.race([read, pause(RECALL_LIMIT_MS)])
  if (!stored) return null
  const headers = { 'content-type': 'application/json', [STORED_SINCE_HEADER]: String(stored.receivedAt) }
  return new Response(stored.body, { headers })
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null))
}

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

/** Maximum number of characters that all stored answers have together: some ten times a match day on which every screen was opened. */
export const MAX_CHARACTERS = 12_000_000
/** A longer answer is not stored. The longest are the thirty days of the history. */
const MAX_ANSWER_CHARACTERS = 4_000_000

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
      return number <= CACHE_LIMITS.read.entries && characters <= MAX_CHARACTERS ? [] : address
    })
}

/** Returns whether an answer is no longer shown. */
function isTooOld(receivedAt: number, now: number): boolean {
  return now - receivedAt > CACHE_LIMITS.read.seconds * 1_000
}

let opened: Promise<IDBDatabase> | null = null

/** The phone's own database. Every call rejects where the phone refuses one. */
const phoneStore: AnswerStore = {
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
