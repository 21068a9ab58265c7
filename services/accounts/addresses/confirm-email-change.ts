import type { confirmEmailChange as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { isUniqueViolation } from '#services/platform/database/unique-violation.ts';
import { conflict } from '#services/platform/errors.ts';
import { isGuardiansAddress, isGuardiansMessage } from '../guardians/own-addresses.ts';
import { UserEntity } from '../user.entity.ts';
import { consumeLink, invalidLinkError } from './consume-link.ts';
import { enqueueEmailChangedMails } from './enqueue-email-changed-mails.ts';
import { isAddressTaken } from './is-address-taken.ts';
import { maskAddress } from './mask-address.ts';
import { revokeLinks } from './revoke-links.ts';

/**
 * Replaces the account's address with the confirmed new one. The old address, if it was confirmed, can still undo the change.
 * @throws HttpError 409 for a session of another account: the owner of the mailbox must not confirm what a stranger requested.
 */
export const confirmEmailChange: Handler<typeof contract> = async ({ body, caller }, { config, db }) => {
  const taken = () => conflict('This address belongs to another account.');
  const confirmed = inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'change-email', config);
    const user = await lockRow(manager, UserEntity, { id: userId });
    if (!user) throw invalidLinkError();
    if (userId !== caller.id)
      throw conflict(`Please sign in to the account ${maskAddress(user.email)} to confirm its new address.`);
    if (await isAddressTaken(manager, address, userId)) throw taken();
    if (await isGuardiansAddress(manager, userId, address)) throw conflict(isGuardiansMessage);
    await manager.update(UserEntity, userId, { email: address, emailVerifiedAt: () => 'now()' });
    await revokeLinks(manager, userId, 'email-changed');
    await enqueueEmailChangedMails(manager, userId, { from: user.email, to: address });
  });
  // Another account took the address in a transaction that ran at the same time.
  await confirmed.catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_unique') ? taken() : error;
  });
  return { message: 'Your new address is confirmed. Use it the next time you sign in.' };
};
