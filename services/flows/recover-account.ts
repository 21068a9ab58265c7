import { type EntityManager, In } from 'typeorm';
import type { undoEmailChange as undoEmailChangeContract } from '#contracts/accounts/profile-changes.ts';
import type { resetPassword as resetPasswordContract } from '#contracts/accounts/recovery.ts';
import { processPasswordReset } from '#services/accounts/accounts.jobs.ts';
import { confirmAddress, enqueueEmailChangedMails } from '#services/accounts/addresses/account-address.ts';
import { consumeLink } from '#services/accounts/addresses/account-links.ts';
import { unlinkOtherGoogle } from '#services/accounts/google/google-account.ts';
import { hashPassword, rejectWeakPassword } from '#services/accounts/passwords/passwords.ts';
import { revokeAccess } from '#services/accounts/sessions/start-session.ts';
import { AccountLinkEntity, PasswordResetRequestEntity } from '#services/accounts/sign-in.entity.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { cancelMeetingsWithoutAccess } from '#services/meetings/cancel-meetings.ts';
import { isUniqueViolation } from '#services/platform/database/database-errors.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { accountLinks } from '#services/platform/tokens/links.ts';
import { publishRequestChange } from '#services/requests/change-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';

/**
 * Sets a new password with the link sent to the account's address. Access to the mailbox proves ownership: marks the address as
 * verified, revokes sessions and links, and withdraws what another person may have filed before the address was confirmed.
 */
export const resetPassword: Handler<typeof resetPasswordContract> = async ({ body, ip }, { config, db }) => {
  const linkId = (await accountLinks['reset-password'].verify(body.token, config))?.jti;
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

/**
 * Restores the previous address of an account. The change required the password, so the password may be known
 * to an attacker: removes it, ends every session, revokes the links that were made since, withdraws unsent invitations, and sends
 * a reset link to the restored address.
 */
export const undoEmailChange: Handler<typeof undoEmailChangeContract> = async ({ body }, { config, db }) => {
  const undone = inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'undo-email-change', config);
    const { email } = await manager.findOneByOrFail(UserEntity, { id: userId });
    const restored = { email: address, emailVerifiedAt: () => 'now()', passwordHash: null };
    await manager.update(UserEntity, userId, restored);
    await revokeAccess(manager, userId, 'email-change-undone');
    await unlinkOtherGoogle(manager, userId, address);
    await withdrawUnsentInvitations(manager, userId);
    if (email !== address) await enqueueEmailChangedMails(manager, userId, { from: email, to: address });
    const request = manager.create(PasswordResetRequestEntity, { email: address });
    await manager.insert(PasswordResetRequestEntity, request);
    await enqueue(manager, processPasswordReset, { requestId: request.id });
  });
  // A sign-up that ran while the change was confirmed can have taken the address before it was reserved.
  await undone.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'users_email_unique')) throw error;
    throw conflict('This address belongs to another account now. Please write to us if it is yours.');
  });
  return {
    message:
      'Your old address is back, and everybody is signed out. We have sent you a link for a new password.',
  };
};

/**
 * Removes the unsent invitations of a learner's requests, in the transaction in which the owner of the address takes the account
 * from the person who may have filed them. A public request without invitations left is public only. Returns their number.
 */
export async function withdrawUnsentInvitations(manager: EntityManager, learnerId: string): Promise<number> {
  const withdrawn = await rows<{ requestId: string }>(
    manager,
    `DELETE FROM request_recipients invited USING requests r
     WHERE r.id = invited.request_id AND r.learner_id = $1 AND invited.invited_at IS NULL
     RETURNING r.id AS "requestId"`,
    [learnerId],
  );
  if (withdrawn.length === 0) return 0;
  const ids = withdrawn.map(({ requestId }) => requestId);
  await execute(
    manager,
    `UPDATE requests r SET is_private = false WHERE r.id = ANY($1::uuid[]) AND r.is_public
       AND NOT EXISTS (SELECT 1 FROM request_recipients invited WHERE invited.request_id = r.id)`,
    [ids],
  );
  for (const request of await manager.findBy(HelpRequestEntity, { id: In(ids) })) {
    await cancelMeetingsWithoutAccess(manager, request.id);
    await publishRequestChange(manager, request);
  }
  return withdrawn.length;
}
