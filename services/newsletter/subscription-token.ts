import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '#services/platform/config.ts';

/** What a newsletter token authorizes. A token is valid for one purpose only. */
export type TokenPurpose = 'confirm' | 'unsubscribe';

/** Content of a newsletter token: the subscriber, and when the mail that contains it was enqueued. */
export interface SubscriptionToken {
  subscriberId: string;
  issuedAt: Date;
}

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const algorithm = 'HS256';
const audienceOf = (purpose: TokenPurpose) => `courselift-newsletter-${purpose}`;

/** Lifetime of a confirmation link in milliseconds. Unsubscribe links do not expire. */
const CONFIRMATION_LIFETIME_MS = 7 * 86_400_000;

/** Signs a token. Deterministic for the same subscriber and time, so that a retried mail is identical. */
export function signSubscriptionToken(
  purpose: TokenPurpose,
  { subscriberId, issuedAt }: SubscriptionToken,
  { token }: TokenConfig,
): Promise<string> {
  const jwt = new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setSubject(subscriberId)
    .setIssuer(issuer)
    .setAudience(audienceOf(purpose))
    .setIssuedAt(issuedAt.getTime() / 1000);
  if (purpose === 'confirm') {
    jwt.setExpirationTime(Math.floor((issuedAt.getTime() + CONFIRMATION_LIFETIME_MS) / 1000));
  }
  return jwt.sign(token.secret);
}

/** Returns the content of a token, or undefined when it is forged, has another purpose or has expired. */
export async function readSubscriptionToken(
  purpose: TokenPurpose,
  text: string,
  { token }: TokenConfig,
): Promise<SubscriptionToken | undefined> {
  try {
    const { payload } = await jwtVerify(text, token.secret, {
      algorithms: [algorithm],
      issuer,
      audience: audienceOf(purpose),
    });
    if (!payload.sub || payload.iat === undefined) return undefined;
    return { subscriberId: payload.sub, issuedAt: new Date(payload.iat * 1000) };
  } catch {
    return undefined;
  }
}
