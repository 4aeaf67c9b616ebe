import type { requestWork, Work } from '@tribune/contract/proof-of-work.ts'
import { WORK_LIFE_S } from '@tribune/domain/proof-of-work.ts'
import { accountMessages } from '../../i18n/fr-account.ts'
import { call } from '../../lib/http/api.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { showProgress } from './work-progress.ts'
import type { WorkerWord } from './work-worker.ts'

/** Work begun ahead is used for this long, well before the server refuses it. */
const KEPT_MS = (WORK_LIFE_S * 1_000) / 2

/** Work under way, in a worker of its own. */
interface Begun {
  readonly proof: Promise<string | null>
  readonly at: number
  share: number
  onShare: (share: number) => void
  readonly cancel: () => void
}

let ahead: Begun | null = null

/** Begins the work for the next call, before the fan has typed what it needs. */
export function beginWork(): void {
  if (ahead === null || isStale(ahead)) ahead = begin()
}

/**
 * The proof for one call, waited for with visible progress; `null` where the server asks for none.
 * @param mailDomain Of the address in the call, empty for none: has work begun anew, at the price that the server now names.
 */
export async function proveWork(mailDomain?: string): Promise<string | null> {
  const kept = mailDomain === undefined && ahead !== null && !isStale(ahead) ? ahead : null
  ahead = null
  if (kept === null) return waitFor(begin(mailDomain))
  return waitFor(kept).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'work_cancelled') throw error
    // It was begun without a network, perhaps.
    return waitFor(begin())
  })
}

const isStale = ({ at }: Begun) => performance.now() - at > KEPT_MS

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
    proof: request(mailDomain).then((asked) => (asked === null ? null : solve(asked, stop.signal, tell))),
    at: performance.now(),
    share: 0,
    onShare: () => {},
    cancel: () => stop.abort(new ApiError('work_cancelled', accountMessages.workCancelled, {})),
  }
  function tell(share: number) {
    work.share = share
    work.onShare(share)
  }
  // Whoever waits for it hears of it; ahead of that nobody does.
  work.proof.catch(() => {})
  return work
}

async function request(mailDomain: string | undefined): Promise<Work | null> {
  const body = mailDomain ? { domain: mailDomain } : {}
  return (await call<typeof requestWork>('POST', '/api/proof-of-work', { body })).work
}

function solve(work: Work, stop: AbortSignal, tell: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError('challenge_failed', accountMessages.challengeFailed, {}))
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
      if ('share' in data) return tell(Math.min(1, data.share))
      end()
      if (data.proof === null) fail()
      else resolve(data.proof)
    })
    worker.postMessage(work)
  })
}
