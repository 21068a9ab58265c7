import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { signingKey, type TokenConfig, verifyingKeys } from './token-keys.ts';

/** Returns an unguessable text of so many random bytes, in base64url. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function equalsSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given as string), Buffer.from(expected as string)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Returns the signature of a text that travels beside it: HMAC-SHA256 over `purpose:text`, in base64url. For what must not
 * be readable from the token itself; everything else is a token of `defineToken`.
 */
export function signText(purpose: string, text: string, config: TokenConfig): string {
  return hmac(signingKey(config), purpose, text);
}

/** Whether a key that is configured now has signed the text for this purpose. */
export function isSignedText(signature: string, purpose: string, text: string, config: TokenConfig): boolean {
  return verifyingKeys(config).some((key) => equalsSecret(signature, hmac(key, purpose, text)));
}

/** Returns a keyed hash to store: the same after the signing key changed, as long as `TOKEN_SECRET` stays. */
export function hashText(purpose: string, text: string, { token }: TokenConfig): string {
  return hmac(token.secret, purpose, text);
}

function hmac(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest('base64url');
}
