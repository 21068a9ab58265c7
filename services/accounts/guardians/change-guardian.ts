import type { changeGuardian as contract } from '#contracts/accounts/guardians.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, unauthenticated } from '#services/platform/errors.ts';
import { checkAddressBudget } from '../mail-budget/address-budget.ts';
import { UserEntity } from '../user.entity.ts';
import { findOwnAddresses } from './own-addresses.ts';
import { checkGuardian } from './read-age.ts';
import { sendGuardianLink } from './send-guardian-link.ts';

/** Stores another guardian before one has agreed, and enqueues the link. @throws HttpError 409 when none is needed, 429. */
export const changeGuardian: Handler<typeof contract> = ({ body, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const user = await lockRow(manager, UserEntity, { id: caller.id });
    if (!user) throw unauthenticated();
    if (!user.isMinor) throw conflict('Your account needs no guardian.');
    if (user.guardianAgreedAt) throw conflict('Your guardian has agreed already.');
    const guardianEmail = checkGuardian(await findOwnAddresses(manager, user.id), body.guardianEmail);
    await checkAddressBudget(manager, user.id, guardianEmail);
    await manager.update(UserEntity, user.id, { guardianEmail });
    await sendGuardianLink(manager, user.id, guardianEmail);
    return { message: 'The mail to your guardian is on its way.' };
  });
