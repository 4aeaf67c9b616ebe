import { queryOptions } from '@tanstack/react-query'
import { createAtom, useSelector } from '@tanstack/react-store'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { deleteFollow, listFollows, putFollow, takeFollows } from '@tribune/contract/own/follows.ts'
import { FOLLOW_KINDS, type Follow, type FollowTarget, MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import { phoneStorage } from '../lib/device/storage.ts'
import { call, get } from '../lib/http/api.ts'
import { OWN } from './session.ts'

/** The key of the list on the phone. Same as in start.js, which marks the page while there is one. */
const KEY = 'tribune-follows'

/** A club, player or competition that is followed, with its name. */
export type Followed = Output<typeof listFollows>['items'][number]

/** Follows stored on this phone: those of a visitor, or by the fan who is signed in, as last read. */
interface StoredFollows {
  /** `null` for a visitor. */
  readonly fanId: string | null
  readonly items: readonly Follow[]
}

const NOTHING: StoredFollows = { fanId: null, items: [] }

const follows = createAtom<StoredFollows>(readStorage())

// Another tab of this browser may change the list.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) follows.set(readStorage())
})

export function useStoredFollows(): StoredFollows {
  return useSelector(follows)
}

export function storedFollows(): StoredFollows {
  return follows.get()
}

/** Keeps a list on this phone, and marks the page for home, which draws « Mes clubs » first. */
export function keepFollows(fanId: string | null, items: readonly Follow[]): void {
  follows.set({ fanId, items })
  const { dataset } = document.documentElement
  if (items.length > 0) dataset.follows = ''
  else delete dataset.follows
  if (items.length === 0) phoneStorage.remove(KEY)
  else phoneStorage.write(KEY, JSON.stringify([fanId, ...items.map(({ kind, id, since }) => [kind, id, since])]))
}

function readStorage(): StoredFollows {
  return parseFollows(phoneStorage.read(KEY) ?? null)
}

/** Parses a stored list. Leaves out what is malformed, and what is beyond the limit. */
export function parseFollows(stored: string | null): StoredFollows {
  try {
    const [fanId, ...rows]: unknown[] = JSON.parse(stored ?? '[]')
    return { fanId: typeof fanId === 'string' ? fanId : null, items: rows.flatMap(parseRow).slice(0, MAX_FOLLOWS) }
  } catch {
    return NOTHING
  }
}

function parseRow(row: unknown): Follow[] {
  const [stored, id, since]: unknown[] = Array.isArray(row) ? row : []
  const kind = FOLLOW_KINDS.find((known) => known === stored)
  if (kind === undefined || typeof id !== 'number' || !Number.isSafeInteger(id)) return []
  if (typeof since !== 'string' || Number.isNaN(Date.parse(since))) return []
  return [{ kind, id, since: new Date(since).toISOString() }]
}

/**
 * Reads the follows of a fan, newest first. The first read also sends the follows that this phone stores for a visitor who then signed in. The phone then
 * stores the fan's list.
 */
export function followsQuery(fanId: string) {
  return queryOptions({
    queryKey: ['follows', fanId],
    staleTime: 60_000,
    // Ends with the session: what the same fan follows as a visitor until their next one has to be taken along.
    meta: OWN,
    queryFn: async ({ signal }): Promise<readonly Followed[]> => {
      const { items } = await readOrTake(signal)
      keepFollows(fanId, items)
      return items
    },
  })
}

function readOrTake(signal: AbortSignal) {
  const brought = storedFollows()
  return brought.fanId === null && brought.items.length > 0
    ? call<typeof takeFollows>('POST', '/api/follows/take', { body: { items: brought.items.map(sent) }, signal })
    : get<typeof listFollows>('/api/follows', { signal })
}

const sent = ({ kind, id, since }: Follow) => ({ kind, id, since: String(since) })

/** Follows a target, or stops. */
export async function sendFollow({ kind, id }: FollowTarget, following: boolean): Promise<void> {
  const params = { kind, id }
  if (following) await call<typeof putFollow>('PUT', '/api/follows/:kind/:id', { params })
  else await call<typeof deleteFollow>('DELETE', '/api/follows/:kind/:id', { params })
}
