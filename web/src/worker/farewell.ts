declare const self: ServiceWorkerGlobalScope

/**
 * The way out: built in place of the worker with SERVICE_WORKER=off, it takes over at once wherever one is installed, empties all that was
 * kept and goes. The pages that are open stay as they are; the next ones come from the network.
 */
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}

export {}
