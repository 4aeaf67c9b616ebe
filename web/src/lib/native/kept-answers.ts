import { KEPT_AGAIN_MS, KEPT_SINCE_HEADER, keepingOf, mayKeep, NETWORK_PATIENCE_S } from '@tribune/protocol/offline.ts'
import { type AnswerStore, MAX_ANSWER_CHARACTERS, phoneStore } from './answer-store.ts'

/** Time after which a store that does not answer has nothing, in milliseconds: the screen says that there is no network. */
const RECALL_LIMIT_MS = 2_000

/** When answers were stored last, and their ETags, so that an unchanged one is not stored again at once. */
const lastStored = new Map<string, { readonly etag: string | null; readonly at: number }>()
/** Counts erasures: what was asked for before one is not stored after it. */
let erasures = 0

/**
 * Asks the server, and stores public answers on the phone, as the service worker does in a browser and by the same rules (protocol/offline.ts). Where there
 * is no answer, or a late one, the stored one takes its place, with the header that says its age. Rejects as `ask` does if nothing is stored.
 * @param address Path and query.
 */
export async function askOrRecall(
  address: string,
  ask: () => Promise<Response>,
  store: AnswerStore = phoneStore,
): Promise<Response> {
  const [path = '', query] = address.split('?')
  if (keepingOf(path, query === undefined ? '' : `?${query}`) !== 'read') return ask()
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
  if (!mayKeep(answer.status, answer.headers.get('cache-control'))) return
  const [etag, now, last] = [answer.headers.get('etag'), Date.now(), lastStored.get(address)]
  if (last !== undefined && etag !== null && last.etag === etag && now - last.at < KEPT_AGAIN_MS) return
  try {
    const body = await answer.text()
    if (body.length > MAX_ANSWER_CHARACTERS || before !== erasures) return
    await store.write(address, body, now)
    lastStored.set(address, { etag, at: now })
  } catch {
    // The answer broke off, or the phone refuses storage or is full: the screen has what it asked for.
  }
}

/** Returns a stored answer, without any header of the server's but the type: a session that it renewed is never stored. */
async function recall(address: string, store: AnswerStore): Promise<Response | null> {
  const read = store.read(address, Date.now()).catch(() => null)
  const stored = await Promise.race([read, pause(RECALL_LIMIT_MS)])
  if (!stored) return null
  const headers = { 'content-type': 'application/json', [KEPT_SINCE_HEADER]: String(stored.receivedAt) }
  return new Response(stored.body, { headers })
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null))
}
