import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Config } from '#services/platform/config.ts';
import type { GoogleIdentity } from './google-identity.ts';

/** A registration ticket: the verified identity and the ticket's own id. */
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

/** Signs a registration ticket for a verified identity. Valid for 30 minutes and for one use. */
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

/** Returns the content of a ticket, or undefined when it is forged, has another audience or has expired. */
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
