import { OWN_CACHE, readOwn } from '../lib/push/own-subscription.ts'

/** Most occasions that are remembered: a week of them, and a repeat comes within hours. */
const MAX_REMEMBERED = 50
/** Longest wait for the memory, in milliseconds: a message must not be lost with it. */
const PATIENCE_MS = 1_000
/** Named as it always was: browsers have entries of earlier workers. */
const FOLDER = '/told/'

/** Whether this browser has shown an occasion to its fan. False if its memory does not answer. */
export async function wasShown(tag: string): Promise<boolean> {
  const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))
  return await Promise.race([isStored(tag), tooLong]).catch(() => false)
}

/**
 * Remembers that an occasion was shown to this browser's fan, and forgets the oldest. It is stored next to the subscription and deleted with it, so that the
 * next fan is notified of the same match. Each occasion has its own entry, so that two messages at once do not overwrite each other.
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
