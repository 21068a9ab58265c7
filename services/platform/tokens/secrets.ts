import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';

/** The configuration that holds the keys of tokens. Without `keys`, `secret` signs and verifies alone. */
export interface TokenConfig {
  token: Pick<Config['token'], 'secret'> & Partial<Pick<Config['token'], 'keys' | 'signingKey'>>;
}

export const signingKey = (config: TokenConfig): Buffer => verifyingKey(config.token.signingKey, config);

/**
 * Returns the key that a token names.
 *
 * @param id `kid` of the token; absent for `TOKEN_SECRET`.
 * @throws Error when no such key is configured.
 */
export function verifyingKey(id: string | undefined, { token }: TokenConfig): Buffer {
  const key = id === undefined ? token.secret : token.keys?.get(id);
  if (!key) throw new Error('No key of this number signs tokens.');
  return key;
}

function verifyingKeys({ token }: TokenConfig): Buffer[] {
  return [token.secret, ...(token.keys?.values() ?? [])];
}

/** Returns every key that verifies, under the setting that contains it: `TOKEN_SECRET`, `TOKEN_KEYS 1` … */
export function namedKeys({ token }: TokenConfig): [name: string, key: Buffer][] {
  const numbered = [...(token.keys ?? [])].map(([number, key]): [string, Buffer] => [
    `TOKEN_KEYS ${number}`,
    key,
  ]);
  return [['TOKEN_SECRET', token.secret], ...numbered];
}

/** Returns an unguessable text of so many random bytes, in base64url. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function equalsSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [givenBytes, expectedBytes] = [Buffer.from(given as string), Buffer.from(expected as string)];
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
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

const prepared = new WeakMap<Buffer, KeyObject>();

// Node prepares a key that is given as bytes for each signature, which takes ten times as long as the signature.
function prepareKey(key: Buffer): KeyObject {
  const known = prepared.get(key) ?? createSecretKey(key);
  prepared.set(key, known);
  return known;
}

function hmac(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', prepareKey(key)).update(`${purpose}:${text}`).digest('base64url');
}
