import type { setPageCookie } from '#contracts/accounts/sign-in.ts';
import { call } from './api.ts';
import { $token } from './session.ts';
import { siteStorage, storageKeys } from './storage.ts';

// Typed by the contract without its schemas, which most pages need for nothing else.
const contract = { method: 'POST', path: '/user/page-cookie', auth: 'token' } as typeof setPageCookie;

/**
 * Obtains the page cookie for a session that is kept, when a page that is rendered for a person came without one: the session
 * began before there was such a cookie, or the browser lost it.
 */
export async function obtainPageCookie(): Promise<void> {
  if ($token.get() && !siteStorage.read(storageKeys.untilClosed)) await call(contract, {});
}
