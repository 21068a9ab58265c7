import { cachePrefix } from '../browser/cache-names.ts';
import { isHashed } from './requests.ts';

const assetsCache = `${cachePrefix}assets`;
const shellPrefix = `${cachePrefix}shell-`;

/** Files that are stored as they are used, at most; about 3 MB. */
const maxAssets = 250;

/** Returns a stored file, of any release. */
export function findAsset(address: string): Promise<Response | undefined> {
  return caches.match(address, { ignoreVary: true });
}

/** Stores a file; the oldest ones that `isNeeded` does not name make room. */
export async function storeAsset(
  address: string,
  response: Response,
  isNeeded: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const cache = await caches.open(assetsCache);
  await cache.put(address, response);
  const stored = await cache.keys();
  const excess = stored.length - maxAssets;
  if (excess <= 0) return;
  const needed = await isNeeded();
  const removable = stored.filter(({ url }) => !needed.has(new URL(url).pathname));
  // In the order in which they were stored.
  await Promise.all(removable.slice(0, excess).map((request) => cache.delete(request)));
}

/** Stores files that a stored page needs; the browser has them in its HTTP cache. */
export async function completeAssets(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(assetsCache);
  const complete = async (address: string) => {
    if (!(await findAsset(address))) await cache.add(address);
  };
  // One that is missing is loaded when the page is shown, as it would be without a worker.
  await Promise.allSettled(addresses.map(complete));
}

/** Name of the cache with the shell of a release. */
export const shellOf = (release: string): string => shellPrefix + release;

/**
 * Removes the shells of other releases. Files with hashed names stay, as those that were used: pages of the other release are open,
 * or stored.
 */
export async function removeOtherShells(release: string): Promise<void> {
  const assets = await caches.open(assetsCache);
  for (const name of await caches.keys()) {
    if (!name.startsWith(shellPrefix) || name === shellOf(release)) continue;
    const shell = await caches.open(name);
    for (const request of await shell.keys()) {
      const response = isHashed(new URL(request.url).pathname) ? await shell.match(request) : undefined;
      if (response) await assets.put(request, response);
    }
    await caches.delete(name);
  }
}
