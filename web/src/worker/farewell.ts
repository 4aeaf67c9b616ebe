declare const self: ServiceWorkerGlobalScope

/**
 * Removes the service worker: built in its place with SERVICE_WORKER=off, it takes over immediately wherever one is installed, deletes all caches and
 * unregisters itself. Open pages are not affected; the next ones come from the network.
 */
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}

export {}
