import type { Config } from '../config.ts';

type TokenKeys = Config['token'];

/** The configuration that holds the keys of tokens. Without `keys`, `secret` signs and verifies alone. */
export interface TokenConfig {
  token: Pick<TokenKeys, 'secret'> & Partial<Pick<TokenKeys, 'keys' | 'signingKey'>>;
}

/** Returns the key that signs. */
export function signingKey({ token }: TokenConfig): Buffer {
  return verifyingKey(token.signingKey, { token });
}

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

/** Returns every key that verifies. */
export function verifyingKeys({ token }: TokenConfig): Buffer[] {
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
