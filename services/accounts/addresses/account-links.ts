import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import {
  execute,
  insertOnce,
  row,
  type SqlClient,
  updateReturning,
} from '#services/platform/database/sql.ts';
import { invalidField } from '#services/platform/errors.ts';
import { accountLinks, type LinkPurpose } from '#services/platform/tokens/links.ts';
import { type AccountLink, AccountLinkEntity } from '../sign-in.entity.ts';

/**
 * The effect of an event on the open links of one purpose. `ends`: none is valid afterwards. `ends-later`: invalid are links
 * made since the account first left its present address, and links to an address that was never confirmed: the owner
 * of the earliest confirmed address keeps the last word.
 */
type LinkEffect = 'ends' | 'ends-later';

const takenBack = { 'reset-password': 'ends', 'change-email': 'ends' } as const;

/**
 * The effect of each event of an account on its open links, besides consuming its own; a purpose that is not named stays valid
 * (decision 091, whose table is compared with this one).
 */
export const linkRules = {
  'sign-in': {},
  'sign-out': {},
  'sign-out-everywhere': takenBack,
  'password-changed': takenBack,
  'password-reset': { ...takenBack, 'undo-email-change': 'ends-later' },
  'email-verified': {},
  'email-change-requested': { 'change-email': 'ends' },
  'email-changed': {
    'verify-email': 'ends',
    'reset-password': 'ends',
    'change-email': 'ends',
    'undo-email-change': 'ends-later',
  },
  'email-change-undone': {
    ...takenBack,
    'verify-email': 'ends-later',
    'undo-email-change': 'ends-later',
    'guardian-consent': 'ends-later',
  },
  'claimed-with-google': {
    ...takenBack,
    'verify-email': 'ends',
    'undo-email-change': 'ends-later',
    'guardian-consent': 'ends',
  },
  'guardian-named': { 'guardian-consent': 'ends' },
  'guardian-agreed': {},
  'came-of-age': { 'guardian-consent': 'ends' },
  suspended: takenBack,
  restored: {},
  'erasure-requested': takenBack,
} as const satisfies Record<string, Partial<Record<LinkPurpose, LinkEffect>>>;

/** A key of {@link linkRules}. */
export type LinkEvent = keyof typeof linkRules;

/**
 * Stores a link that expires `lifetimeMs` from now by the database clock; by default as {@link accountLinks} says. Returns its id. Idempotent for a given id.
 */
export async function createLink(
  manager: EntityManager,
  {
    id = crypto.randomUUID(),
    ...link
  }: Pick<AccountLink, 'userId' | 'purpose' | 'address'> & { id?: string; isReserved?: boolean },
  lifetimeMs = accountLinks[link.purpose].lifetimeMs,
): Promise<string> {
  const expiresAt = () => `now() + ${Number(lifetimeMs)} * interval '1 millisecond'`;
  // The caller may have waited for the lock of the account since its transaction began; links are ordered by the events.
  const createdAt = () => 'clock_timestamp()';
  await insertOnce(manager, AccountLinkEntity, { id, ...link, createdAt, expiresAt });
  return id;
}

/** Returns the HttpError 422 for a link that is forged, used or expired. */
export const invalidLinkError = () =>
  invalidField('token', 'This link has expired or was already used. Please ask for a new one.');

/**
 * Marks a link as used, in the transaction of the action it authorizes. Throws HttpError 422 when the token
 * is forged, used or expired.
 */
export async function consumeLink(
  manager: EntityManager,
  token: string,
  purpose: LinkPurpose,
  config: Pick<Config, 'token'>,
): Promise<Pick<AccountLink, 'id' | 'userId' | 'address'>> {
  const id = (await accountLinks[purpose].verify(token, config))?.jti;
  // Events of one account wait for each other; locking the link first would deadlock with one that revokes it.
  await execute(
    manager,
    'SELECT 1 FROM users u JOIN account_links l ON l.user_id = u.id WHERE l.id = $1 FOR UPDATE OF u',
    [id ?? null],
  );
  const [link] = await updateReturning(manager, AccountLinkEntity, {
    change: 'used_at = now()',
    condition: 'r.id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()',
    values: [id ?? null, purpose],
  });
  if (!link) throw invalidLinkError();
  return link;
}

/** Returns a link that is valid now, without using it. @throws HttpError 422 as {@link consumeLink}. */
export async function readLink(
  db: SqlClient,
  token: string,
  purpose: LinkPurpose,
  config: Pick<Config, 'token'>,
): Promise<Pick<AccountLink, 'id' | 'userId' | 'address'>> {
  const id = (await accountLinks[purpose].verify(token, config))?.jti;
  const link = await row<Pick<AccountLink, 'id' | 'userId' | 'address'>>(
    db,
    `SELECT id, user_id AS "userId", address FROM account_links
     WHERE id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()`,
    [id ?? null, purpose],
  );
  if (!link) throw invalidLinkError();
  return link;
}

/**
 * Invalidates the links of an account that an event ends (see {@link linkRules}). An event that changes the address has changed
 * it before.
 */
export async function revokeLinks(manager: EntityManager, userId: string, event: LinkEvent): Promise<void> {
  const effects = Object.entries(linkRules[event]);
  const purposes = (effect: string) => effects.filter(([, is]) => is === effect).map(([purpose]) => purpose);
  // Every change of address makes a link to the address that it leaves, so the first of them dates the leaving.
  await execute(
    manager,
    `UPDATE account_links l SET used_at = now() FROM users u
     WHERE u.id = $1 AND l.user_id = u.id AND l.used_at IS NULL AND (
       l.purpose = ANY($2::text[])
       OR l.purpose = ANY($3::text[]) AND (
         (l.purpose = 'undo-email-change' AND NOT l.is_reserved)
         OR l.created_at >= (SELECT min(created_at) FROM account_links
           WHERE user_id = u.id AND purpose = 'undo-email-change' AND address = u.email)))`,
    [userId, purposes('ends'), purposes('ends-later')],
  );
}
