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

/** Returns the session id of a token, or undefined when the token is forged or has expired. */
export async function readSessionToken(text: string, config: TokenConfig): Promise<string | undefined> {
  return (await session.verify(text, config))?.jti;
}
