import { isAppPage } from '@tribune/protocol/offline.ts'
import { registerRoute } from 'workbox-routing'
import { SHELL_PAGE } from '../lib/offline/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** A file of this build. `revision` is null where the name contains a hash of the content. */
export interface ShellFile {
  readonly url: string
  readonly revision: string | null
}

const NAME = 'tribune-shell'
/** Caches of workers from before this one had its own. */
const FORMER = /^workbox-precache-/
/** Files that are fetched at once. A browser opens six connections to a server: two stay free for the fan's own requests. */
const AT_ONCE = 4

/** Caches the app's own files at install and serves them, the page for each of its addresses. A version that cannot have them all is not installed. */
export function registerShell(files: readonly ShellFile[]): void {
  const keys = new Map(files.map((file) => [file.url, keyOf(file)]))
  const respond = async (path: string, request: Request) => {
    const cache = await caches.open(NAME)
    return (await cache.match(keys.get(path) ?? path)) ?? fetch(request)
  }
  self.addEventListener('install', (event) => event.waitUntil(fetchMissing(files)))
  self.addEventListener('activate', (event) => event.waitUntil(deleteOthers(new Set(keys.values()))))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.search === '' && keys.has(url.pathname),
    ({ url, request }) => respond(url.pathname, request),
  )
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
    ({ request }) => respond(SHELL_PAGE, request),
  )
}

/** The address under which a file is cached: two versions of one name are two entries. */
function keyOf({ url, revision }: ShellFile): string {
  return new URL(revision === null ? url : `${url}?revision=${revision}`, self.location.origin).href
}

/** Fetches the files that no earlier version has cached, a few at once, after the page's own requests. Rejects if one cannot be fetched. */
async function fetchMissing(files: readonly ShellFile[]): Promise<void> {
  const cache = await caches.open(NAME)
  const cached = new Set((await cache.keys()).map(({ url }) => url))
  const missing = files.filter((file) => !cached.has(keyOf(file))).values()
  const fetchNext = async () => {
    // Each takes its next file from the same list.
    for (const file of missing) {
      const response = await fetch(file.url, { cache: file.revision === null ? 'default' : 'reload', priority: 'low' })
      if (!response.ok || response.redirected) throw new DOMException(`${file.url}: ${response.status}`, 'NetworkError')
      await cache.put(keyOf(file), response)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
}

/** Deletes what only earlier versions needed. */
async function deleteOthers(needed: ReadonlySet<string>): Promise<void> {
  const former = (await caches.keys()).filter((name) => FORMER.test(name))
  const cache = await caches.open(NAME)
  const others = (await cache.keys()).filter(({ url }) => !needed.has(url))
  await Promise.all([...former.map((name) => caches.delete(name)), ...others.map((request) => cache.delete(request))])
}
