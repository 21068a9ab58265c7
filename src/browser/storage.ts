/** Storage of a browser, whose functions never throw. */
export interface SafeStorage {
  read: (key: string) => string | null;
  /** Returns whether the value is stored beyond this page. */
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
  keys: () => string[];
}

/**
 * Returns access to a storage that may be blocked (reading the property throws), absent (null in some web views) or full.
 * What cannot be stored is kept until the page is left.
 */
function accessTo(open: () => Storage | null): SafeStorage {
  const kept = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open();
      return storage ? use(storage) : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    read: (key) => kept.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    write(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isStored) kept.delete(key);
      else kept.set(key, value);
      return isStored ?? false;
    },
    remove(key) {
      kept.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...kept.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])],
  };
}

/** `localStorage`: shared by the tabs of the site. */
export const siteStorage = accessTo(() => localStorage);
/** `sessionStorage`: of this tab. */
export const tabStorage = accessTo(() => sessionStorage);

/** Returns whether something can be stored beyond this page: a session requires it. */
export function canStore(): boolean {
  const key = 'storage-check';
  const isStored = siteStorage.write(key, '1');
  siteStorage.remove(key);
  return isStored;
}
