import type { requestWork, Work } from '@tribune/contract/proof-of-work.ts'
import { WORK_LIFE_S, type WorkAlgorithm } from '@tribune/domain/fans/proof-of-work.ts'
import { accountMessages } from '@tribune/french/sentences/account.ts'
import { call } from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
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
/** Algorithms that this browser solves. WebAssembly may be off, as in Lockdown Mode, or lack the memory, which shows once it is tried. */
let solvable: readonly WorkAlgorithm[] =
  typeof WebAssembly === 'object' ? ['ARGON2ID', 'PBKDF2/SHA-256'] : ['PBKDF2/SHA-256']

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
    proof: prove(mailDomain, stop.signal, report),
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

/** Returns the proof, or `null` if the server requires none. Work that needs more than this browser has is replaced by other work, once. */
async function prove(mailDomain: string | undefined, stop: AbortSignal, report: (share: number) => void) {
  const work = await request(mailDomain)
  if (work === null) return null
  const proof = await solve(work, stop, report)
  if (proof !== null) return proof
  if (work.parameters.algorithm !== 'ARGON2ID') throw new ApiError('proof_failed', accountMessages.proofFailed, {})
  solvable = ['PBKDF2/SHA-256']
  return prove(mailDomain, stop, report)
}

async function request(mailDomain: string | undefined): Promise<Work | null> {
  const body = {
    algorithms: [...solvable],
    ...(mailDomain ? { domain: mailDomain } : {}),
    ...(import.meta.env.VITE_NATIVE ? { app_version: import.meta.env.VITE_APP_VERSION } : {}),
  }
  return (await call<typeof requestWork>('POST', '/api/proof-of-work', { body })).work
}

/** Solves a challenge in a worker. Returns the proof, or `null` if this browser cannot. Rejects once `stop` aborts. */

function solve(work: Work, stop: AbortSignal, report: (share: number) => void): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    stop.addEventListener('abort', () => {
      end()
      reject(stop.reason)
    })
    worker.addEventListener('error', () => {
      end()
      resolve(null)
    })
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerWord>) => {
      if ('share' in data) return report(Math.min(1, data.share))
      end()
      resolve('proof' in data ? data.proof : null)
    })
    worker.postMessage(work)
  })
}
