import { OWN_CACHE, readOwn } from '../lib/push/own-subscription.ts'

/** Most occasions that are remembered: a week of them, and a repeat comes within hours. */
const TOLD_KEPT = 50
/** Longest wait for the memory, in milliseconds: a message must not be lost with it. */
const PATIENCE_MS = 1_000
const FOLDER = '/told/'

/** Whether this browser's fan has been told of an occasion. False if nobody can say. */
export async function wasTold(tag: string): Promise<boolean> {
  const tooLong = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))
  return await Promise.race([isStored(tag), tooLong]).catch(() => false)
}

/**
 * Remembers an occasion for this browser's fan, and forgets the oldest. It is stored beside the subscription and ends with it, so that the next fan is
 * told of the same match. Each has an entry of its own: of two messages at once, neither takes the other's away.
 */
export async function rememberTold(tag: string): Promise<void> {
  const name = await nameOf(tag)
  if (name === null) return
  const cache = await caches.open(OWN_CACHE)
  await cache.put(name, new Response())
  const told = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(FOLDER))
  await Promise.all(told.slice(0, -TOLD_KEPT).map((oldest) => cache.delete(oldest)))
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
