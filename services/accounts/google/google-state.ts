import { randomBytes, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Config } from '#services/platform/config.ts';

/** State of the OAuth authorization request, stored in a cookie. */
export interface GoogleState {
  /** The `state` parameter (RFC 6749, section 10.12). */
  nonce: string;
  /** The PKCE code verifier (RFC 7636). */
  verifier: string;
  /** The page to open after sign-in. */
  next: string | undefined;
}

type StateConfig = Pick<Config, 'token' | 'publicUrl'>;

const issuer = 'courselift';
const audience = 'courselift-google-state';
const algorithm = 'HS256';
const LIFETIME_MS = 10 * 60_000;

/** Returns name and options of the cookie that {@link signGoogleState} creates. */
export function googleStateCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  return {
    // Browsers accept the `__Host-` prefix only from this exact host, so a sibling subdomain cannot set it.
    name: secure ? '__Host-courselift-google' : 'courselift-google',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: LIFETIME_MS },
  } as const;
}

/** Creates a nonce and the signed cookie value that contains it. */
export async function signGoogleState(
  { verifier, next }: Omit<GoogleState, 'nonce'>,
  { token }: StateConfig,
): Promise<{ nonce: string; cookie: string }> {
  const nonce = randomBytes(18).toString('base64url');
  const cookie = await new SignJWT({ nonce, verifier, ...(next && { next }) })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + LIFETIME_MS))
    .sign(token.secret);
  return { nonce, cookie };
}

const ClaimsSchema = z.object({ nonce: z.string(), verifier: z.string(), next: z.optional(z.string()) });

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
  const cookie = cookies?.split(/; */).find((one) => one.startsWith(`${name}=`));
  if (!cookie || typeof state !== 'string') return undefined;
  try {
    const { payload } = await jwtVerify(cookie.slice(name.length + 1), config.token.secret, {
      algorithms: [algorithm],
      issuer,
      audience,
    });
    const { nonce, verifier, next } = ClaimsSchema.parse(payload);
    const [received, expected] = [Buffer.from(state), Buffer.from(nonce)];
    return received.length === expected.length && timingSafeEqual(received, expected)
      ? { nonce, verifier, next }
      : undefined;
  } catch {
    return undefined;
  }
}
