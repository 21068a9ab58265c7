import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '#services/platform/config.ts';

const issuer = 'courselift';
const audience = 'courselift-web';
const algorithm = 'HS256';

type TokenConfig = Pick<Config, 'token'>;

/**
 * Signs a session token. It carries the session id, which is checked on every call, and the user id, so that
 * a browser can separate stored data of different users.
 */
export function signSessionToken(
  { id, userId, expiresAt }: { id: string; userId: string; expiresAt: Date },
  { token }: TokenConfig,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setJti(id)
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(token.secret);
}

/** Returns the session id of a token, or undefined when the token is forged or has expired. */
export async function readSessionToken(text: string, { token }: TokenConfig): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(text, token.secret, { algorithms: [algorithm], issuer, audience });
    return payload.jti;
  } catch {
    return undefined;
  }
}
