/** Prefix of the names of all caches. It does not follow the brand, as that of the keys in the storage. */
export const cachePrefix = 'courselift-';

/** Cache of the pages that were rendered for the person of this browser. */
export const storedPagesCache = `${cachePrefix}pages`;

/** Address of the service worker. */
export const serviceWorkerPath = '/service-worker.js';

/** What a page (service-worker-script.ts) tells the service worker. */
export type WorkerMessage =
  /** The page shows this person, whose session is kept: it may be stored. */
  | { type: 'store-page'; person: string }
  /** What is stored for a person is to be deleted. */
  | { type: 'forget-pages' };
