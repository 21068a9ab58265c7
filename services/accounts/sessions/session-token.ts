import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

// Tokens of the first version had no subject.
const session = defineToken('web', z.object({ jti: z.uuid(), sub: z.optional(z.string()) }));

/**
 * Signs a session token. It carries the session id, which is checked on every call, and the user id, so that
 * a browser can separate stored data of different users.
 */
export function signSessionToken(
  { id, userId, expiresAt }: { id: string; userId: string; expiresAt: Date },
  config: TokenConfig,
): Promise<string> {
  return session.sign({ jti: id, sub: userId }, config, { expiresAt });
}

/** Most tokens whose verification this process stores, for each set of keys: about 5 MB. */
const maxVerified = 10_000;

interface Verified {
  sessionId: string;
  expiresAt: Date | undefined;
}

// By the keys, so that a token is only known to the configuration that verified it.
const verified = new WeakMap<TokenConfig['token'], LRUCache<string, Verified>>();

/**
 * Returns the session id of a token, or undefined when the token is forged or has expired. A signature is verified once: each
 * verification is a job for a thread of its own, and took a sixth of the processor time of a short call.
 */
export async function readSessionToken(text: string, config: TokenConfig): Promise<string | undefined> {
  const known = verifiedWith(config).get(text) ?? (await verify(text, config));
  return known && isCurrent(known) ? known.sessionId : undefined;
}

async function verify(text: string, config: TokenConfig): Promise<Verified | undefined> {
  const claims = await session.verify(text, config);
  if (!claims) return undefined;
  const found = { sessionId: claims.jti, expiresAt: claims.expiresAt };
  verifiedWith(config).set(text, found);
  return found;
}

function verifiedWith({ token }: TokenConfig): LRUCache<string, Verified> {
  const stored = verified.get(token) ?? new LRUCache<string, Verified>({ max: maxVerified });
  verified.set(token, stored);
  return stored;
}

const isCurrent = ({ expiresAt }: Verified) => !expiresAt || expiresAt.getTime() > Date.now();
