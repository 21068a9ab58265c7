/** Prefix of the keys in the browser's storage. It does not follow the brand: another prefix would sign people out. */
export const storagePrefix = 'courselift';

const key = (name: string) => `${storagePrefix}.${name}`;

/** All keys in the browser's storage. */
export const storageKeys = {
  token: key('token'),
  /** Set by {@link endWithBrowser}. */
  untilClosed: key('untilClosed'),
  role: key('role'),
  firstName: key('firstName'),
  theme: key('theme'),
  /** "on" or "off" once the person has used the switch "Use less data". */
  lessData: key('lessData'),
  /** Prefix; followed by the user id. */
  helpDraft: key('helpDraft'),
  sponsoring: key('sponsoring'),
  /** The id of the last request that did not open for a sponsor, which an invitation may open once the address is confirmed. */
  unopenedRequest: key('unopenedRequest'),
  /** Rooms of meetings that were opened in this browser. */
  openedRooms: key('openedRooms'),
  /** "off" while an operator has switched the keys of the desk off. */
  deskShortcuts: key('deskShortcuts'),
  /** Filters and rows of the inbox that this tab has shown last, and the row that was opened (session storage). */
  deskInbox: key('deskInbox'),
  /** Google profile of a user without an account. */
  newcomer: key('newcomer'),
  /** A Google sign-in that was started in this tab (session storage). */
  googleAttempt: key('googleAttempt'),
  /** A course to save after sign-in (session storage). */
  courseToSave: key('courseToSave'),
  /** The token of a mail's link whose page needs a sign-in first, after the path of the page (session storage). */
  linkToken: key('linkToken'),
  /** Input typed on a page that is loaded again (session storage). */
  typedFields: key('typedFields'),
  /** The person and time zone that this tab has reported (session storage). */
  timeZone: key('timeZone'),
  /** A message for the sign-in page (session storage). */
  signInNote: key('signInNote'),
} as const;

/** Name of a cookie without a lifetime, which the browser forgets when it is closed. It grants nothing. */
export const browserCookieName = `${storagePrefix}-browser`;

/** Storage of a browser, whose functions never throw. */
interface SafeStorage {
  read: (key: string) => string | null;
  /** Returns whether the value is stored beyond this page. */
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
  keys: () => string[];
}

/**
 * Returns access to a storage that may be blocked (reading the property throws), absent (null in some web views) or full.
 * A value that cannot be stored is kept until the page is left.
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

/** Sets a cookie that scripts can read. Without `maxAgeS`, it ends with the browser. */
export function setCookie(name: string, value: string, maxAgeS?: number): void {
  const lifetime = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${name}=${value}; Path=/${lifetime}; SameSite=Lax${secure}`;
}

/**
 * Lets what `siteStorage` has for a person end with the browser: the page that finds the mark without the cookie removes it
 * (first-paint.ts).
 */
export function endWithBrowser(): void {
  setCookie(browserCookieName, '1');
  siteStorage.write(storageKeys.untilClosed, 'on');
}

/** Returns whether something can be stored beyond this page, cookies as well: a session requires it. */
export function canStore(): boolean {
  const key = 'storage-check';
  const isStored = siteStorage.write(key, '1');
  siteStorage.remove(key);
  return isStored && navigator.cookieEnabled !== false;
}
