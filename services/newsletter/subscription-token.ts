import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '#services/platform/config.ts';

/** What a token of a newsletter mail allows; one that was made for the other is refused. */
export type TokenPurpose = 'confirm' | 'unsubscribe';

/** What a token says: which subscriber, and when the mail that carries it was promised. */
export interface SubscriptionToken {
  subscriberId: string;
  issuedAt: Date;
}

type TokenConfig = Pick<Config, 'token'>;

const issuer = 'courselift';
const algorithm = 'HS256';
const audienceOf = (purpose: TokenPurpose) => `courselift-newsletter-${purpose}`;

/** How long a link that confirms works, in milliseconds. A link that unsubscribes works for ever. */
const CONFIRMATION_LIFETIME_MS = 7 * 86_400_000;

/** Signs a token; the same subscriber and time give the same token, so a mail sent twice is the same mail. */
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

/** What a token says, or undefined for one that is not ours, is for something else or has run out. */
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
