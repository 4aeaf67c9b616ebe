/** Messages from the page to its service worker. */

/** Activates a new version that waits. */
export const TAKE_OVER = 'take-over'
/** Lists addresses read before the worker was installed. The format is workbox-routing's. */
export const cacheUrls = (urlsToCache: readonly string[]) => ({ type: 'CACHE_URLS', payload: { urlsToCache } })
/** The app's only HTML page. */
export const SHELL_PAGE = '/index.html'
