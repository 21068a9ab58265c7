import * as z from 'zod/mini';
import { minuteMs } from '#contracts/durations.ts';
import type { Config } from '#services/platform/config.ts';
import { hostCookieName } from '#services/platform/http/host-cookie.ts';
import { equalsSecret, randomToken, type TokenConfig } from '#services/platform/tokens/secrets.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';

/** State of the OAuth authorization request, stored in a cookie. */
export interface GoogleState {
  /** The `state` parameter (RFC 6749, section 10.12). */
  nonce: string;
  /** The PKCE code verifier (RFC 7636). */
  verifier: string;
  /** The page to open after sign-in. */
  next: string | undefined;
  /** Whether the session outlives the browser. */
  isKept: boolean;
}

type StateConfig = TokenConfig & Pick<Config, 'publicUrl'>;

const LIFETIME_MS = 10 * minuteMs;
const stateToken = defineToken(
  'google-state',
  z.object({
    nonce: z.string(),
    verifier: z.string(),
    next: z.optional(z.string()),
    isKept: z._default(z.boolean(), true),
  }),
);

/** Returns name and options of the cookie that {@link signGoogleState} creates. */
export function googleStateCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  return {
    name: hostCookieName('courselift-google', secure),
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: LIFETIME_MS },
  } as const;
}

/** Creates a nonce and the signed cookie value that contains it. */
export async function signGoogleState(
  { verifier, next, isKept }: Omit<GoogleState, 'nonce'>,
  config: StateConfig,
): Promise<{ nonce: string; cookie: string }> {
  const nonce = randomToken(18);
  const claims = { nonce, verifier, isKept, ...(next && { next }) };
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  const cookie = await stateToken.sign(claims, config, { expiresAt });
  return { nonce, cookie };
}

/**
 * Returns the stored state for this `state` parameter, or undefined when cookie and parameter do not match or
 * the cookie has expired.
 */
export async function readGoogleState(
  state: unknown,
  cookies: string | undefined,
  config: StateConfig,
): Promise<GoogleState | undefined> {
  const { name } = googleStateCookie(config);
  const cookie = cookies?.split(/; */).find((pair) => pair.startsWith(`${name}=`));
  if (!cookie || typeof state !== 'string') return undefined;
  const stored = await stateToken.verify(cookie.slice(name.length + 1), config);
  if (!stored || !equalsSecret(state, stored.nonce)) return undefined;
  const { nonce, verifier, next, isKept } = stored;
  return { nonce, verifier, next, isKept };
}
