import type { readEmailChange as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { invalidLinkError } from './consume-link.ts';
import { readLink } from './link-token.ts';
import { maskAddress } from './mask-address.ts';

/**
 * Returns whose account a link would give the new address, and whether the caller is signed in to it. Anybody may have requested
 * the change for an address that is not theirs, so its owner must see that the account is a stranger's.
 */
export const readEmailChange: Handler<typeof contract> = async ({ query, caller }, { config, db }) => {
  const id = await readLink(query.token, 'change-email', config);
  const change = await row<{ userId: string; email: string; newEmail: string }>(
    db,
    `SELECT u.id AS "userId", u.email, l.address AS "newEmail" FROM account_links l JOIN users u ON u.id = l.user_id
     WHERE l.id = $1 AND l.purpose = 'change-email' AND l.used_at IS NULL AND l.expires_at > now()`,
    [id ?? null],
  );
  if (!change) throw invalidLinkError();
  const { userId, email, newEmail } = change;
  return {
    message: 'A change of address',
    data: { account: maskAddress(email), newEmail, isOwn: userId === caller?.id },
  };
};
