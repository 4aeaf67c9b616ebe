import type { requestWork, Work } from '@tribune/contract/proof-of-work.ts'
import { WORK_LIFE_S } from '@tribune/domain/proof-of-work.ts'
import { accountMessages } from '@tribune/french/sentences/account.ts'
import { call } from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { showProgress } from './work-store.ts'
import type { WorkerWord } from './work-worker.ts'

/** How long work done in advance is used: well before the server refuses it. */
const MAX_AGE_MS = (WORK_LIFE_S * 1_000) / 2

/** Work in progress, in a worker of its own. */
interface Begun {
  readonly proof: Promise<string | null>
  readonly at: number
  share: number
  onShare: (share: number) => void
  readonly cancel: () => void
}

let ahead: Begun | null = null

/** Begins the work for the next call in advance, before the fan has filled in the form. */
export function beginWork(): void {
  if (ahead === null || isStale(ahead)) ahead = begin()
}

/**
 * Returns the proof of work for one call, with visible progress, or `null` if the server requires none.
 * @param mailDomain Domain of the call's address, empty for none. Starts new work, as much as the server now requires.
 */
export async function proveWork(mailDomain?: string): Promise<string | null> {
  const ready = mailDomain === undefined && ahead !== null && !isStale(ahead) ? ahead : null
  ahead = null
  if (ready === null) return waitFor(begin(mailDomain))
  return waitFor(ready).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'work_cancelled') throw error
    // It may have begun without a network.
    return waitFor(begin())
  })
}

const isStale = ({ at }: Begun) => performance.now() - at > MAX_AGE_MS

async function waitFor(work: Begun): Promise<string | null> {
  const show = (share: number) => showProgress({ share, cancel: work.cancel })
  work.onShare = show
  show(work.share)
  try {
    return await work.proof
  } finally {
    showProgress(null)
  }
}

function begin(mailDomain?: string): Begun {
  const stop = new AbortController()
  const work: Begun = {
    proof: request(mailDomain).then((asked) => (asked === null ? null : solve(asked, stop.signal, report))),
    at: performance.now(),
    share: 0,
    onShare: () => {},
    cancel: () => stop.abort(new ApiError('work_cancelled', accountMessages.workCancelled, {})),
  }
  function report(share: number) {
    work.share = share
    work.onShare(share)
  }
  // The waiting call handles a failure; until then it must not count as unhandled.
  work.proof.catch(() => {})
  return work
}

async function request(mailDomain: string | undefined): Promise<Work | null> {
  const body = mailDomain ? { domain: mailDomain } : {}
  return (await call<typeof requestWork>('POST', '/api/proof-of-work', { body })).work
}

function solve(work: Work, stop: AbortSignal, report: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError('proof_failed', accountMessages.proofFailed, {}))
    const worker = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    stop.addEventListener('abort', () => {
      end()
      reject(stop.reason)
    })
    worker.addEventListener('error', () => {
      end()
      fail()
    })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerWord>) => {
      if ('share' in data) return report(Math.min(1, data.share))
      end()
      if (data.proof === null) fail()
      else resolve(data.proof)
    })
    worker.postMessage(work)
  })
}
