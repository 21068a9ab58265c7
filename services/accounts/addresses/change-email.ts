import type { changeEmail as contract } from '#contracts/accounts/profile.ts';
import { linkLifetimesMs } from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { invalid } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { isGuardiansAddress, isGuardiansMessage } from '../guardians/own-addresses.ts';
import { findAddressWait } from '../mail-budget/address-budget.ts';
import { checkCurrentPassword, wrongPasswordError } from '../passwords/check-current-password.ts';
import { lockCheckedPassword } from '../passwords/lock-checked-password.ts';
import { UserEntity } from '../user.entity.ts';
import { createLink } from './create-link.ts';
import { isAddressTaken } from './is-address-taken.ts';
import { revokeLinks } from './revoke-links.ts';

/**
 * Requests a change of email address: sends a confirmation link to the new address and a link to the old one
 * that stops or undoes the change for 7 days. The response is the same when the new address belongs to
 * another account; then no link is sent, so that callers cannot discover accounts.
 */
export const changeEmail: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  const { newEmail } = body;
  const { email, passwordHash } = await checkCurrentPassword(db, caller.id, body.currentPassword);
  if (newEmail === email) {
    const message = 'This is your address already.';
    throw invalid(message, { newEmail: message });
  }
  await inTransaction(db, async (manager) => {
    if (!(await lockCheckedPassword(manager, caller.id, passwordHash))) throw wrongPasswordError();
    if (await isGuardiansAddress(manager, caller.id, newEmail))
      throw invalid(isGuardiansMessage, { newEmail: isGuardiansMessage });
    // Over the budget, the link of before stays valid. An error would show that the address has no account.
    if ((await findAddressWait(manager, caller.id, newEmail)) > 0) return;
    if (await isAddressTaken(manager, newEmail, caller.id)) return;
    await revokeLinks(manager, caller.id, 'email-change-requested');
    // Another change may have been confirmed while the password was checked.
    const former = await manager.findOneByOrFail(UserEntity, { id: caller.id });
    const change = { userId: caller.id, purpose: 'change-email' as const, address: newEmail };
    const changeId = await createLink(manager, change, linkLifetimesMs.changeEmail);
    const undo = {
      userId: caller.id,
      purpose: 'undo-email-change' as const,
      address: former.email,
      isReserved: former.emailVerifiedAt !== null,
    };
    const undoId = await createLink(manager, undo, linkLifetimesMs.undoEmailChange);
    await enqueue(manager, deliverMail, { mail: 'confirm-new-email', id: changeId });
    await enqueue(manager, deliverMail, { mail: 'email-is-changing', id: undoId });
  });
  return { message: `Please open the link that we have sent to ${newEmail}. Until then nothing changes.` };
};
