import { useEffect, useState } from 'react'
import { phoneStorage } from '../../lib/device/storage.ts'
import { onServer } from '../../lib/native/server.ts'
import type { Failure, Outcome } from './check-rules.ts'
import type { RecountOrder, RecountWord } from './recount-worker.ts'

const KEY = 'tribune-audit-seen'

/** State of a recount. `all` is 0 until the record is read. */
export type RecountState =
  | { readonly counted: number; readonly all: number }
  | { readonly outcome: Outcome }
  | { readonly failure: Failure }

const START: RecountState = { counted: 0, all: 0 }

/** Recounts a match in a worker, which ends with the screen. */
export function useRecount(
  match: number,
  season: number,
): { readonly state: RecountState; readonly again: () => void } {
  const [state, setState] = useState<RecountState>(START)
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt recounts.
  useEffect(() => {
    setState(START)
    const worker = new Worker(new URL('./recount-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', () => setState({ failure: { part: 'program', why: 'failed' } }))
    worker.addEventListener('message', ({ data }: MessageEvent<RecountWord>) => {
      if ('outcome' in data) storeCheckpoints(data.outcome.checkpoints)
      setState(data)
    })
    worker.postMessage({
      match,
      season,
      server: onServer('/').slice(0, -1),
      seen: seenCheckpoints(),
    } satisfies RecountOrder)
    return () => worker.terminate()
  }, [match, season, attempt])
  return { state, again: () => setAttempt(attempt + 1) }
}

/** Returns the signed checkpoints that this browser has seen last, by origin. */
function seenCheckpoints(): Readonly<Record<string, string>> {
  const stored = phoneStorage.readJson(KEY)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, note]) => typeof note === 'string'))
}

/** Stores checkpoints that continue the earlier ones. */
function storeCheckpoints(checkpoints: Readonly<Record<string, string>>): void {
  if (Object.keys(checkpoints).length > 0)
    phoneStorage.write(KEY, JSON.stringify({ ...seenCheckpoints(), ...checkpoints }))
}
