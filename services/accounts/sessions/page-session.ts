import * as z from 'zod/mini';
import { limits } from '#contracts/limits.ts';
import type { Config } from '#services/platform/config.ts';
import { hostCookie, needsHttps, readHostCookie } from '#services/platform/http/host-cookie.ts';
import type { TokenConfig } from '#services/platform/tokens/secrets.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import { readSessionToken } from './start-session.ts';

type PageConfig = TokenConfig & Pick<Config, 'publicUrl' | 'isSandbox' | 'token'>;

const name = 'courselift-page';
const pageToken = defineToken('page', z.object({ jti: z.uuid() }));

/**
 * Returns the `Set-Cookie` header of the page cookie: the proof of a session for requests of pages alone. Calls read the
 * `Authorization` header only (decision 145).
 *
 * @param token the token of the session
 * @param isKept whether the cookie outlives the browser
 */
export async function pageCookie(token: string, isKept: boolean, config: PageConfig): Promise<string> {
  const sessionId = await readSessionToken(token, config);
  if (!sessionId) throw new Error('The page cookie needs the token of a session');
  return pageCookieOf(sessionId, isKept, config);
}

/** Returns the `Set-Cookie` header of the page cookie of a session, see {@link pageCookie}. */
export async function pageCookieOf(sessionId: string, isKept: boolean, config: PageConfig): Promise<string> {
  const lifetimeMs = isKept
    ? config.token.lifetimeMs
    : Math.min(limits.shortSessionMs, config.token.lifetimeMs);
  // The row of the session may end earlier, and with it the cookie.
  const value = await pageToken.sign({ jti: sessionId }, config, {
    expiresAt: new Date(Date.now() + lifetimeMs),
  });
  const maxAgeS = isKept ? Math.floor(lifetimeMs / 1000) : undefined;
  return hostCookie({ name, value, maxAgeS, sameSite: 'Lax', isSecure: needsHttps(config) });
}

/** Returns the `Set-Cookie` header that removes the page cookie. */
export function clearedPageCookie(config: PageConfig): string {
  return hostCookie({ name, value: '', maxAgeS: 0, sameSite: 'Lax', isSecure: needsHttps(config) });
}

/** Returns the id of the session that the page cookie names, or undefined. The session may have ended. */
export async function readPageCookie(
  cookies: string | undefined,
  config: PageConfig,
): Promise<string | undefined> {
  const text = readHostCookie(cookies, name, needsHttps(config));
  return text ? (await pageToken.verify(text, config))?.jti : undefined;
}
