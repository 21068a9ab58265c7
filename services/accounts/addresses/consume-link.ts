import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { execute, updateReturning } from '#services/platform/database/sql.ts';
import { invalid } from '#services/platform/errors.ts';
import { type AccountLink, AccountLinkEntity, type LinkPurpose } from './account-link.entity.ts';
import { readLink } from './link-token.ts';

const expiredMessage = 'This link has expired or was already used. Please ask for a new one.';

/** Returns the HttpError 422 for a link that is forged, used or expired. */
export const invalidLinkError = () => invalid(expiredMessage, { token: expiredMessage });

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
  const id = await readLink(token, purpose, config);
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
