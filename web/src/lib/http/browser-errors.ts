import type { reportBrowserError, SentBrowserError } from '@tribune/contract/browser-errors.ts'
import { type BrowserErrorKind, describeError, engineOf } from '@tribune/domain/operator/browser-error.ts'
import { pageAt } from '@tribune/protocol/addresses.ts'
import { WORKER_ERROR, type WorkerError } from '../offline/worker-messages.ts'
import { send } from './api.ts'

declare global {
  interface Window {
    /** Errors since the start of the page, which start.js collects. */
    earlyErrors?: (ErrorEvent | PromiseRejectionEvent)[]
  }
}

/** Maximum number of reports of one page load. */
const MAX_REPORTS = 5
const REPORTS: typeof reportBrowserError.path = '/api/browser_errors'
const reported = new Set<string>()
let isHearing = false

/** Reports uncaught errors of this page, from its start on, and of its service worker. */
export function hearErrors(): void {
  if (isHearing) return
  isHearing = true
  for (const event of window.earlyErrors ?? []) report(event)
  delete window.earlyErrors
  window.addEventListener('error', report)
  window.addEventListener('unhandledrejection', report)
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<WorkerError | null>) => {
    if (data?.type === WORKER_ERROR) reportError(data.kind, data.error)
  })
}

function report(event: ErrorEvent | PromiseRejectionEvent): void {
  if ('reason' in event) reportError('rejection', event.reason)
  else reportError('error', event.error ?? event.message)
}

/**
 * Reports an error of the app, scrubbed, once per page load and a few at most. Never fails: an error about an error would be reported too.
 */
export function reportError(kind: BrowserErrorKind, thrown: unknown): void {
  try {
    const described = describeError(thrown, location.origin)
    const key = JSON.stringify([kind, described])
    if (described === null || reported.has(key) || reported.size >= MAX_REPORTS) return
    reported.add(key)
    const body: SentBrowserError = {
      ...described,
      kind,
      frames: [...described.frames],
      build: buildOf(),
      screen: pageAt(location.pathname)?.address ?? 'other',
      engine: engineOf(navigator.userAgent),
    }
    // A report that fails is lost.
    send('POST', REPORTS, { body }, async () => undefined).catch(() => undefined)
  } catch {
    // Reading a thrown object may itself throw.
  }
}

/** Returns the name of the app's first file, which lists all others and changes with every release; '' while developing. */
function buildOf(): string {
  const file = document.querySelector<HTMLScriptElement>('script[src*="/assets/first-"]')?.src ?? ''
  return /\/assets\/([\w-]{1,60})\.js$/.exec(file)?.[1] ?? ''
}
