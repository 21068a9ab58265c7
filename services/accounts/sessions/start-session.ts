import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import { limits } from '#contracts/limits.ts';
import type { Deps } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute, hasRow, row, type SqlClient } from '#services/platform/database/sql.ts';
import { forbidden } from '#services/platform/errors.ts';
import type { TokenConfig } from '#services/platform/tokens/secrets.ts';
import { defineToken } from '#services/platform/tokens/signed-token.ts';
import { type LinkEvent, revokeLinks } from '../addresses/account-links.ts';
import { networkHash } from './devices.ts';
import { findCountry } from './find-country.ts';

// Tokens of the first version had no subject.
const sessionToken = defineToken('web', z.object({ jti: z.uuid(), sub: z.optional(z.string()) }));

/**
 * Signs a session token. It carries the session id, which is checked on every call, and the user id, so that
 * a browser can separate stored data of different users.
 * @internal Tests sign tokens that have expired.
 */
export function signSessionToken(
  { id, userId, expiresAt }: { id: string; userId: string; expiresAt: Date },
  config: TokenConfig,
): Promise<string> {
  return sessionToken.sign({ jti: id, sub: userId }, config, { expiresAt });
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
  const known = verified.get(config.token) ?? new LRUCache<string, Verified>({ max: maxVerified });
  verified.set(config.token, known);
  let token = known.get(text);
  if (!token) {
    const claims = await sessionToken.verify(text, config);
    if (!claims) return undefined;
    token = { sessionId: claims.jti, expiresAt: claims.expiresAt };
    known.set(text, token);
  }
  const { sessionId, expiresAt } = token;
  return !expiresAt || expiresAt.getTime() > Date.now() ? sessionId : undefined;
}

/**
 * Creates a session and returns its token. `userAgent` identifies the device in the session list, and with `ip` a
 * device that two accounts share (decision 054). A session that is not kept ends after 12 hours at the latest.
 * @throws HttpError 403 with the reason for a suspended person.
 */
export async function startSession(
  userId: string,
  { config, db }: Pick<Deps, 'config'> & { db: SqlClient },
  userAgent?: string,
  ip?: string,
  isKept = true,
): Promise<string> {
  const suspension = await row<{ reason: string }>(
    db,
    'SELECT reason FROM suspensions WHERE user_id = $1 AND lifted_at IS NULL',
    [userId],
  );
  if (suspension)
    throw forbidden(
      `Your account is suspended: ${suspension.reason} To appeal, open the link in the mail that we sent you about it.`,
    );
  const erased = 'SELECT 1 FROM users WHERE id = $1 AND erasure_requested_at IS NOT NULL';
  if (await hasRow(db, erased, [userId])) throw forbidden('This account is being deleted.');
  const session = await row<{ id: string; expiresAt: Date }>(
    db,
    `INSERT INTO sessions (user_id, expires_at, user_agent, network_hash, country)
     VALUES ($1, now() + $2 * interval '1 millisecond', $3, $4, $5)
     RETURNING id, expires_at AS "expiresAt"`,
    [
      userId,
      isKept ? config.token.lifetimeMs : Math.min(limits.shortSessionMs, config.token.lifetimeMs),
      userAgent?.slice(0, 300) ?? null,
      ip ? networkHash(ip, config) : null,
      ip ? await findCountry(ip) : null,
    ],
  );
  if (!session) throw new Error('The session was not stored');
  return signSessionToken({ ...session, userId }, config);
}

/** Revokes an account's sessions (except `exceptSessionId`) and the links that `event` ends. Returns the number of sessions. */
export async function revokeAccess(
  manager: EntityManager,
  userId: string,
  event: LinkEvent,
  exceptSessionId: string | null = null,
): Promise<number> {
  // Row lock: a concurrent sign-in waits for this transaction and then sees the changed password.
  await execute(manager, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  const ended = await execute(
    manager,
    `UPDATE sessions SET revoked_at = now()
     WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2::uuid`,
    [userId, exceptSessionId],
  );
  publishChange(manager, userId);
  await revokeLinks(manager, userId, event);
  return ended;
}
