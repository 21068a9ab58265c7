import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Config } from '#services/platform/config.ts';
import type { GoogleIdentity } from './google-identity.ts';

/** Who may register with a ticket, and which ticket it is. */
export interface GoogleTicket extends Pick<GoogleIdentity, 'sub' | 'email' | 'fullName'> {
  id: string;
  expiresAt: Date;
}

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const audience = 'courselift-google-registration';
const algorithm = 'HS256';

const ClaimsSchema = z.object({
  jti: z.uuid(),
  exp: z.number(),
  sub: z.string(),
  email: z.string(),
  name: z.string(),
});

/** Signs that Google has told us who this is; good for 30 minutes, and to be accepted once. */
export function signGoogleTicket(identity: GoogleIdentity, { token }: TokenConfig): Promise<string> {
  return new SignJWT({ email: identity.email, name: identity.fullName })
    .setProtectedHeader({ alg: algorithm })
    .setJti(crypto.randomUUID())
    .setSubject(identity.sub)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('30m')
    .sign(token.secret);
}

/** What a ticket says, or undefined for one that is not ours, is for something else or has run out. */
export async function readGoogleTicket(
  text: string,
  { token }: TokenConfig,
): Promise<GoogleTicket | undefined> {
  try {
    const { payload } = await jwtVerify(text, token.secret, { algorithms: [algorithm], issuer, audience });
    const { jti, exp, sub, email, name } = ClaimsSchema.parse(payload);
    return { id: jti, expiresAt: new Date(exp * 1000), sub, email, fullName: name };
  } catch {
    return undefined;
  }
}
