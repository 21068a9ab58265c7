import type { confirmEmailChange as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { execute } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { isUniqueViolation } from '#services/platform/database/unique-violation.ts';
import { conflict } from '#services/platform/errors.ts';
import { isGuardiansAddress, isGuardiansMessage } from '../guardians/own-addresses.ts';
import { consumeLink } from './consume-link.ts';
import { isAddressTaken } from './is-address-taken.ts';
import { revokeLinks } from './revoke-links.ts';

/** Replaces the account's address with the confirmed new one. The old address can still undo the change. */
export const confirmEmailChange: Handler<typeof contract> = async ({ body }, { config, db }) => {
  const taken = () => conflict('This address belongs to another account.');
  const confirmed = inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'change-email', config);
    if (await isAddressTaken(manager, address, userId)) throw taken();
    if (await isGuardiansAddress(manager, userId, address)) throw conflict(isGuardiansMessage);
    await execute(manager, 'UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1', [
      userId,
      address,
    ]);
    // Revoke links sent to the old address; they could set a password for the new one.
    await revokeLinks(manager, userId, ['verify-email', 'reset-password']);
  });
  // Another account took the address in a transaction that ran at the same time.
  await confirmed.catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_unique') ? taken() : error;
  });
  return { message: 'Your new address is confirmed. Use it the next time you sign in.' };
};
