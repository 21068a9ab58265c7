import type { resetPassword as contract } from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { AccountLinkEntity } from '../addresses/account-link.entity.ts';
import { confirmAddress } from '../addresses/confirm-address.ts';
import { consumeLink } from '../addresses/consume-link.ts';
import { readLink } from '../addresses/link-token.ts';
import { unlinkOtherGoogle } from '../google/unlink-other-google.ts';
import { revokeAccess } from '../sessions/revoke-access.ts';
import { UserEntity } from '../user.entity.ts';
import { hashPassword } from './password-hash.ts';
import { rejectWeakPassword } from './reject-weak-password.ts';

/**
 * Sets a new password with the link sent to the account's address. Access to the mailbox proves ownership:
 * marks the address as verified and revokes all sessions and open links.
 */
export const resetPassword: Handler<typeof contract> = async ({ body, ip }, { config, db }) => {
  const linkId = await readLink(body.token, 'reset-password', config);
  const link = linkId ? await db.getRepository(AccountLinkEntity).findOneBy({ id: linkId }) : null;
  if (link) await rejectWeakPassword(body.password, link.address, 'password');
  const passwordHash = await hashPassword(body.password, ip);
  await inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'reset-password', config);
    await revokeAccess(manager, userId);
    await unlinkOtherGoogle(manager, userId, address);
    await confirmAddress(manager, userId, address);
    await manager.update(UserEntity, userId, { passwordHash });
  });
  return { message: 'Your new password is set. Please sign in with it.' };
};
