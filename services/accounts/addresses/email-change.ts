import type * as contracts from '#contracts/accounts/profile-changes.ts';
import type { Handler } from '#services/deps.ts';
import { isUniqueViolation } from '#services/platform/database/database-errors.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, invalidField } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { accountLinks } from '#services/platform/tokens/links.ts';
import { isGuardiansAddress, isGuardiansMessage } from '../guardians/guardians.ts';
import { findAddressWait } from '../mail-budget/mail-budget.ts';
import { lockCaller, requireConfirmed } from '../sessions/require-confirmed.ts';
import { UserEntity } from '../user.entity.ts';
import { enqueueEmailChangedMails, isAddressTaken, maskAddress } from './account-address.ts';
import { consumeLink, createLink, invalidLinkError, revokeLinks } from './account-links.ts';

/**
 * Requests a change of email address: sends a confirmation link to the new address and a link to the old one
 * that stops or undoes the change for 7 days. The response is the same when the new address belongs to
 * another account; then no link is sent, so that callers cannot discover accounts.
 */
export const changeEmail: Handler<typeof contracts.changeEmail> = async ({ body, caller }, deps) => {
  const { newEmail } = body;
  await requireConfirmed(deps, caller, body.currentPassword);
  await inTransaction(deps.db, async (manager) => {
    await lockCaller(manager, caller);
    const former = await manager.findOneByOrFail(UserEntity, { id: caller.id });
    if (newEmail === former.email) throw invalidField('newEmail', 'This is your address already.');
    if (await isGuardiansAddress(manager, caller.id, newEmail))
      throw invalidField('newEmail', isGuardiansMessage);
    // Over the budget, the link of before stays valid. An error would show that the address has no account.
    if ((await findAddressWait(manager, caller.id, newEmail)) > 0) return;
    if (await isAddressTaken(manager, newEmail, caller.id)) return;
    await revokeLinks(manager, caller.id, 'email-change-requested');
    const change = { userId: caller.id, purpose: 'change-email' as const, address: newEmail };
    const changeId = await createLink(manager, change);
    const undo = {
      userId: caller.id,
      purpose: 'undo-email-change' as const,
      address: former.email,
      isReserved: former.emailVerifiedAt !== null,
    };
    const undoId = await createLink(manager, undo);
    await enqueue(manager, deliverMail, { mail: 'confirm-new-email', id: changeId });
    await enqueue(manager, deliverMail, { mail: 'email-is-changing', id: undoId });
  });
  return { message: `Please open the link that we have sent to ${newEmail}. Until then nothing changes.` };
};

/**
 * Returns whose account a link would give the new address, and whether the caller is signed in to it. Anybody may have requested
 * the change for an address that is not theirs, so its owner must see that the account is a stranger's.
 */
export const readEmailChange: Handler<typeof contracts.readEmailChange> = async (
  { query, caller },
  { config, db },
) => {
  const id = (await accountLinks['change-email'].verify(query.token, config))?.jti;
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

/**
 * Replaces the account's address with the confirmed new one. The old address, if it was confirmed, can still undo the change.
 * @throws HttpError 409 for a session of another account: the owner of the mailbox must not confirm what a stranger requested.
 */
export const confirmEmailChange: Handler<typeof contracts.confirmEmailChange> = async (
  { body, caller },
  { config, db },
) => {
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
