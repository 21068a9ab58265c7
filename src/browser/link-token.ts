import { storageKeys, tabStorage } from './storage.ts';

/** Says that a page with a mail's link was opened without its token. */
export const incompleteLink = 'This link is incomplete. Please open it from the mail again.';

/**
 * Returns the token of the e-mail link that opened this page; empty without one. Moves it from the address bar to the
 * history entry's state, so that it is neither shared nor sent as a referrer, but survives a reload.
 */
export function consumeLinkToken(): string {
  const fromLink = new URLSearchParams(location.search).get('token') ?? takeKeptToken();
  if (fromLink === null) return storedToken();
  history.replaceState({ token: fromLink }, '', location.pathname);
  return fromLink;
}

/** Keeps the token while the user leaves this page to sign in; the page consumes it when they come back in the same tab. */
export function keepLinkToken(): void {
  tabStorage.write(storageKeys.linkToken, `${location.pathname} ${storedToken()}`);
}

/** Deletes the token after use. */
export function clearLinkToken(): void {
  history.replaceState(null, '', location.pathname);
}

function takeKeptToken(): string | null {
  const [path, token = null] = tabStorage.read(storageKeys.linkToken)?.split(' ') ?? [];
  if (path !== location.pathname) return null;
  tabStorage.remove(storageKeys.linkToken);
  return token;
}

function storedToken(): string {
  const state: unknown = history.state;
  const token = state && typeof state === 'object' && 'token' in state ? state.token : undefined;
  return typeof token === 'string' ? token : '';
}
