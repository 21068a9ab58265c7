import type { resetPassword as contract } from '#contracts/accounts/recovery.ts';
import { AccountLinkEntity } from '#services/accounts/addresses/account-link.entity.ts';
import { confirmAddress } from '#services/accounts/addresses/confirm-address.ts';
import { consumeLink } from '#services/accounts/addresses/consume-link.ts';
import { readLink } from '#services/accounts/addresses/link-token.ts';
import { unlinkOtherGoogle } from '#services/accounts/google/unlink-other-google.ts';
import { hashPassword } from '#services/accounts/passwords/password-hash.ts';
import { rejectWeakPassword } from '#services/accounts/passwords/reject-weak-password.ts';
import { revokeAccess } from '#services/accounts/sessions/revoke-access.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { withdrawUnsentInvitations } from './withdraw-unsent-invitations.ts';

/**
 * Sets a new password with the link sent to the account's address. Access to the mailbox proves ownership: marks the address as
 * verified, revokes sessions and links, and withdraws what another person may have filed before the address was confirmed.
 */
export const resetPassword: Handler<typeof contract> = async ({ body, ip }, { config, db }) => {
  const linkId = await readLink(body.token, 'reset-password', config);
  const link = linkId ? await db.getRepository(AccountLinkEntity).findOneBy({ id: linkId }) : null;
  const { brand } = config;
  if (link) await rejectWeakPassword(body.password, { email: link.address, brand }, 'password');
  const passwordHash = await hashPassword(body.password, ip);
  const withdrawn = await inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'reset-password', config);
    await revokeAccess(manager, userId, 'password-reset');
    await unlinkOtherGoogle(manager, userId, address);
    const wasConfirmed = await confirmAddress(manager, userId, address);
    await manager.update(UserEntity, userId, { passwordHash });
    return wasConfirmed ? 0 : withdrawUnsentInvitations(manager, userId);
  });
  const done = 'Your password is changed. Please sign in with the new one.';
  if (withdrawn === 0) return { message: done };
  return {
    message: `${done} Invitations that waited for your address to be confirmed are withdrawn; you can invite these people again on your dashboard.`,
  };
};
