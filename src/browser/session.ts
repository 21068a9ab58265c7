import { persistentAtom } from '@nanostores/persistent';
import { paths, signInPath } from './paths.ts';
import { storageKeys } from './storage-keys.ts';
import { userIdOf } from './user-id-of.ts';

/** The token of whoever is signed in; its presence alone decides "signed in". Other tabs follow by storage events. */
export const $token = persistentAtom<string | undefined>(storageKeys.token, undefined);
const $role = persistentAtom<string | undefined>(storageKeys.role, undefined);
const $firstName = persistentAtom<string | undefined>(storageKeys.firstName, undefined);

/** Who may see a page: everybody, anybody signed in, or learners. */
export type Access = 'public' | 'token' | 'learner';

/** Where the draft of the help form is kept for a person: one who signs in at the same browser never finds another's. */
export function helpDraftKey(personId: string): string {
  return `${storageKeys.helpDraft}.${personId}`;
}

/** Stores what a sign-in answered, and forgets what somebody else has left unsent. */
export function startSession(session: { token: string; role: string; firstName: string }): void {
  const personId = userIdOf(session.token);
  forgetDrafts(personId && helpDraftKey(personId));
  $role.set(session.role);
  $firstName.set(session.firstName);
  $token.set(session.token);
}

let isLeaving = false;

/** Forgets the session and everything personal that was kept for it, and goes to another page. */
export function endSession(goTo: string): void {
  forgetDrafts();
  forgetSession(goTo);
}

/**
 * Forgets a session that the server no longer takes, and leads to sign-in and back. What its owner has not sent yet
 * waits for them, and for nobody else.
 */
export function expireSession(): void {
  forgetSession(signInPath(currentPath(), 'expired'));
}

function forgetDrafts(except?: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(storageKeys.helpDraft) && key !== except) localStorage.removeItem(key);
}

function forgetSession(goTo: string): void {
  isLeaving = true;
  $role.set(undefined);
  $firstName.set(undefined);
  localStorage.removeItem(storageKeys.sponsoring);
  localStorage.removeItem(storageKeys.newcomer);
  $token.set(undefined);
  location.replace(goTo);
}

/** Sends a visitor without a token to sign in and come back. True when there is a token. */
function requireToken(): boolean {
  if ($token.get()) return true;
  location.replace(signInPath(currentPath()));
  return false;
}

/** The page that is open now, as `next` names it. */
export function currentPath(): string {
  return `${location.pathname}${location.search}`;
}

/**
 * Keeps a page for those who may see it, now and when another tab signs out.
 * Only for convenience: the server decides on every call.
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
    }
    if (access !== 'public' && !isLeaving) requireToken();
  });
  if (access === 'learner' && $token.get() && $role.get() === 'sponsor') location.replace(paths.restricted);
}
