import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { paths, signInPath } from './paths.ts';
import { endWithBrowser, siteStorage, storageKeys } from './storage.ts';

// By default the package accesses the browser's storage itself, which may be null or throw.
if (typeof window !== 'undefined') {
  const properties = new Proxy<Record<string, string>>(
    {},
    {
      has: (_, key) => siteStorage.read(String(key)) !== null,
      get: (_, key) => siteStorage.read(String(key)) ?? undefined,
      set(_, key, value) {
        siteStorage.write(String(key), value);
        return true;
      },
      deleteProperty(_, key) {
        siteStorage.remove(String(key));
        return true;
      },
    },
  );
  setPersistentEngine(properties, windowPersistentEvents);
}

/** The session token; the user counts as signed in while there is one. Synchronized between tabs by storage events. */
export const $token = persistentAtom<string | undefined>(storageKeys.token, undefined);
const $role = persistentAtom<string | undefined>(storageKeys.role, undefined);
const $firstName = persistentAtom<string | undefined>(storageKeys.firstName, undefined);

/** Required authorization of a page: none, any session, or a learner's session. */
export type Access = 'public' | 'token' | 'learner';

/** Storage key of a user's draft of the help form, so that users of the same browser never see each other's. */
export function helpDraftKey(personId: string): string {
  return `${storageKeys.helpDraft}.${personId}`;
}

/**
 * Stores a new session and deletes the drafts of other users and a pending registration. A session that is not kept ends with
 * the browser.
 */
export function startSession(
  session: { token: string; role: string; firstName: string },
  isKept: boolean,
): void {
  // Before the token, which other tabs see at once.
  if (isKept) siteStorage.remove(storageKeys.untilClosed);
  else endWithBrowser();
  siteStorage.remove(storageKeys.newcomer);
  const personId = userIdOf(session.token);
  deleteDrafts(personId && helpDraftKey(personId));
  $role.set(session.role);
  $firstName.set(session.firstName);
  $token.set(session.token);
}

let isLeaving = false;

/** Deletes the session with all personal data in local storage and redirects. */
export function endSession(goTo: string): void {
  deleteDrafts();
  deleteSession(goTo);
}

/**
 * Deletes an expired session and redirects to sign-in and back. The user's draft is kept for their next session.
 */
export function expireSession(): void {
  deleteSession(signInPath(currentPath(), 'expired'));
}

function deleteDrafts(except?: string): void {
  for (const key of siteStorage.keys())
    if (key.startsWith(storageKeys.helpDraft) && key !== except) siteStorage.remove(key);
}

function deleteSession(goTo: string): void {
  isLeaving = true;
  $role.set(undefined);
  $firstName.set(undefined);
  siteStorage.remove(storageKeys.sponsoring);
  siteStorage.remove(storageKeys.newcomer);
  siteStorage.remove(storageKeys.openedRooms);
  siteStorage.remove(storageKeys.unopenedRequest);
  siteStorage.remove(storageKeys.untilClosed);
  $token.set(undefined);
  location.replace(goTo);
}

/** Returns the path and query of the current page, for `next`. */
export function currentPath(): string {
  return `${location.pathname}${location.search}`;
}

/**
 * Redirects visitors without the required access, now and when another tab signs out. Not a security boundary: the
 * server authorizes every call.
 */
export function guardPage(access: Access): void {
  $token.subscribe((token) => {
    const root = document.documentElement.dataset;
    if (token) {
      root.session = 'in';
      root.role = $role.get() ?? '';
    } else {
      delete root.session;
      delete root.role;
      if (access !== 'public' && !isLeaving) location.replace(signInPath(currentPath()));
    }
  });
  if (access === 'learner' && $token.get() && $role.get() === 'sponsor') location.replace(paths.restricted);
}

/**
 * Returns the user id (`sub`) of a session token; undefined for an invalid one. The signature is not verified: the id
 * only separates the stored data of different users and grants no access.
 */
export function userIdOf(token: string | undefined): string | undefined {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload ?? ''));
    const id = claims && typeof claims === 'object' && 'sub' in claims ? claims.sub : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
