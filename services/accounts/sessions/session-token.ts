import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '#services/platform/config.ts';

const issuer = 'courselift';
const audience = 'courselift-web';
const algorithm = 'HS256';

type TokenConfig = Pick<Config, 'token'>;

/**
 * Signs the token of a session: it names the session, which alone decides, and its person by id, so that a browser can
 * keep apart what belongs to different people.
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

/** The session that a token was signed for, or undefined for a token that is not ours or has run out. */
export async function readSessionToken(text: string, { token }: TokenConfig): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(text, token.secret, { algorithms: [algorithm], issuer, audience });
    return payload.jti;
  } catch {
    return undefined;
  }
}
