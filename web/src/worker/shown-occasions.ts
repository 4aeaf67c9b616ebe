import { OWN_CACHE, readOwn } from '../lib/push/own-subscription.ts'

/** Maximum number of remembered occasions: about a week of them. A repeated message arrives within hours. */
const MAX_REMEMBERED = 50
/** Maximum wait for the cache, in milliseconds: a message must be shown even if the cache does not answer. */
const PATIENCE_MS = 1_000
/** Must not be renamed: browsers have entries that earlier workers stored under this path. */
const FOLDER = '/told/'

/** Whether this browser has shown an occasion to its fan. False if the cache fails or does not answer in time. */
export async function wasShown(tag: string): Promise<boolean> {
  const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))
  return await Promise.race([isStored(tag), tooLong]).catch(() => false)
}

/**
 * Stores that an occasion was shown to this browser's fan, and deletes the oldest entries. The entries are in the cache of the subscription and deleted with
 * it, so that the browser's next fan is notified of the same match. Each occasion has its own entry, so that two simultaneous messages do not overwrite each
 * other's.
 */
export async function rememberShown(tag: string): Promise<void> {
  const name = await nameOf(tag)
  if (name === null) return
  const cache = await caches.open(OWN_CACHE)
  await cache.put(name, new Response())
  const shown = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(FOLDER))
  await Promise.all(shown.slice(0, -MAX_REMEMBERED).map((oldest) => cache.delete(oldest)))
}

async function isStored(tag: string): Promise<boolean> {
  const name = await nameOf(tag)
  return name !== null && (await caches.match(name, { cacheName: OWN_CACHE })) !== undefined
}

/** Returns the name under which an occasion is stored, or null without a subscription. */
async function nameOf(tag: string): Promise<string | null> {
  const own = await readOwn()
  return own === null ? null : `${FOLDER}${own.id}/${encodeURIComponent(tag)}`
}
