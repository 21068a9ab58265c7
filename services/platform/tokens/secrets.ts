import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenConfig } from './signed-token.ts';

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
 * Returns the signature of a text that travels beside it or not at all: HMAC-SHA256 with `TOKEN_SECRET` over
 * `purpose:text`, in base64url. For what must not be readable from the token itself; everything else is a token of
 * `defineToken`.
 */
export function signText(purpose: string, text: string, { token }: TokenConfig): string {
  return createHmac('sha256', token.secret).update(`${purpose}:${text}`).digest('base64url');
}
