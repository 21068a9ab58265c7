import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { EmailSchema } from '#contracts/fields.ts';
import { forbidden, type HttpError, unauthenticated, unavailable } from '#services/platform/errors.ts';
import { plainName } from '../names.ts';
import type { GoogleConfig, GoogleIdentity } from './google-identity.ts';

const failed = () => unauthenticated('Google Sign-In failed.');

/**
 * Verifies an ID token and returns its identity (OpenID Connect Core 1.0, section 3.1.3.7).
 * Throws HttpError 401 for an invalid token, 403 when Google has not verified the address, 503 when Google is
 * unavailable.
 */
export async function verifyGoogleToken(token: string, google: GoogleConfig): Promise<GoogleIdentity> {
  const payload = await verifiedPayload(token, google).catch((error: unknown) => {
    throw toHttpError(error);
  });
  const claims = ClaimsSchema.safeParse(payload);
  // Reject tokens with several audiences or issued to another client.
  const isForUs = payload.aud === google.clientId && (payload.azp ?? payload.aud) === google.clientId;
  if (!claims.success || !isForUs) throw failed();
  const { sub, email, email_verified, hd, name, picture } = claims.data;
  // Strict comparison: the string "true" or a missing claim does not count as verified.
  if (email_verified !== true)
    throw forbidden(
      'Google has not confirmed this email address yet. Please sign up with a password instead.',
    );
  return {
    sub,
    email,
    hostedDomain: hd?.toLowerCase(),
    fullName: plainName(name ?? '') || plainName(email.slice(0, email.indexOf('@'))),
    pictureUrl: picture && isWebAddress(picture) ? picture : null,
  };
}

const optional = z.catch(z.optional(z.string()), undefined);
const ClaimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: EmailSchema,
  email_verified: z.optional(z.unknown()),
  hd: optional,
  name: optional,
  picture: optional,
});

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

async function verifiedPayload(token: string, google: GoogleConfig): Promise<JWTPayload> {
  // One key set per process: it caches keys and fetches again only for an unknown key id.
  const keys = keySets.get(google.jwksUrl) ?? createRemoteJWKSet(new URL(google.jwksUrl));
  keySets.set(google.jwksUrl, keys);
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256'],
    audience: google.clientId,
    issuer: issuersOf(google),
    requiredClaims: ['sub', 'iat', 'exp'],
    maxTokenAge: '1h',
    clockTolerance: '10s',
  });
  return payload;
}

// Google issues tokens with both forms of its issuer name.
function issuersOf({ issuer }: GoogleConfig): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer];
}

const away = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code];

function toHttpError(error: unknown): HttpError {
  if (error instanceof errors.JOSEError && !away.includes(error.code)) return failed();
  return unavailable(
    'Google cannot be reached right now. Please try again, or use your email and password.',
    5,
  );
}

const MAX_PICTURE_URL = 800;

function isWebAddress(text: string): boolean {
  return text.length <= MAX_PICTURE_URL && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
