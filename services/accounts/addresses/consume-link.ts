import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { updateReturning } from '#services/platform/database/sql.ts';
import { invalid } from '#services/platform/errors.ts';
import { type AccountLink, AccountLinkEntity, type LinkPurpose } from './account-link.entity.ts';
import { readLink } from './link-token.ts';

const expiredMessage = 'This link has expired or was already used. Please ask for a new one.';

/**
 * Marks a link as used, in the transaction of the action it authorizes. Throws HttpError 422 when the token
 * is forged, used or expired.
 */
export async function consumeLink(
  manager: EntityManager,
  token: string,
  purpose: LinkPurpose,
  config: Pick<Config, 'token'>,
): Promise<Pick<AccountLink, 'id' | 'userId' | 'address' | 'createdAt'>> {
  const id = await readLink(token, purpose, config);
  const [link] = await updateReturning(manager, AccountLinkEntity, {
    change: 'used_at = now()',
    condition: 'r.id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()',
    values: [id ?? null, purpose],
  });
  if (!link) throw invalid(expiredMessage, { token: expiredMessage });
  return link;
}
