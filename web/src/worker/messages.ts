/** What the page and its service worker say to each other. */

/** From the page to a new version that waits: the moment is good. */
export const TAKE_OVER = 'take-over'
/** From the page: these addresses were read before the worker was there. The form is workbox-routing's. */
export const cacheUrls = (urlsToCache: readonly string[]) => ({ type: 'CACHE_URLS', payload: { urlsToCache } })
/** The one page of the app. */
export const SHELL_PAGE = '/index.html'
