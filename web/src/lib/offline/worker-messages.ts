/** Messages between the page and its service worker. */

/** Activates a new version that waits. */
export const TAKE_OVER = 'take-over'
/** Lists addresses read before the worker was installed. The format is workbox-routing's. */
export const cacheUrls = (urlsToCache: readonly string[]) => ({ type: 'CACHE_URLS', payload: { urlsToCache } })
/** The app's only HTML page. */
export const SHELL_PAGE = '/index.html'

export const WORKER_ERROR = 'WORKER_ERROR'
/** An error of the worker, for a page to report. */
export interface WorkerError {
  readonly type: typeof WORKER_ERROR
  readonly kind: 'error' | 'rejection'
  readonly error: { readonly name: string; readonly message: string; readonly stack: string }
}
