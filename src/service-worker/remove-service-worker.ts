import { cachePrefix } from '../browser/cache-names.ts';

declare const self: ServiceWorkerGlobalScope;

// In the place of service-worker.ts where it is switched off (SERVICE_WORKER): what browsers have of it is removed.
self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeAll());
});

async function removeAll(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
