import { type EntityManager, IsNull, Not } from 'typeorm';
import type * as contracts from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, unauthenticated } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { accountLinks } from '#services/platform/tokens/links.ts';
import { sendWaitingInvitations } from '../accounts.jobs.ts';
import { checkAddressBudget } from '../mail-budget/mail-budget.ts';
import { AccountLinkEntity } from '../sign-in.entity.ts';
import { type User, UserEntity } from '../user.entity.ts';
import { confirmAddress } from './account-address.ts';
import { consumeLink, createLink } from './account-links.ts';

/** Enqueues the mail with the link that confirms an account's address. */
export async function sendVerification(
  manager: EntityManager,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const link = { userId, purpose: 'verify-email' as const, address: email };
  const id = await createLink(manager, link);
  await enqueue(manager, deliverMail, { mail: 'verify-email', id });
}

/** Sends another confirmation mail. Throws HttpError 409 when the address is already confirmed, 429. */
export const resendVerification: Handler<typeof contracts.resendVerification> = async (
  { caller },
  { db },
) => {
  await inTransaction(db, async (manager) => {
    const user = await lockRow(manager, UserEntity, { id: caller.id });
    if (!user) throw unauthenticated();
    if (user.emailVerifiedAt) throw conflict('Your email address is already confirmed.');
    await checkAddressBudget(manager, user.id, user.email);
    await sendVerification(manager, user);
  });
  return { message: 'The mail is on its way. Please look into your inbox.' };
};

const done = {
  message:
    'Your email address is confirmed. If you invited people to a request, we write to them as soon as it is shown; you need not do anything else.',
};

/** Confirms an address with the link sent to it, which sends the private invitations held back until then. Idempotent: opening the link again succeeds. */
export const verifyEmail: Handler<typeof contracts.verifyEmail> = async ({ body }, { config, db }) => {
  if (await isConfirmedBy(db.manager, (await accountLinks['verify-email'].verify(body.token, config))?.jti))
    return done;
  await inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'verify-email', config);
    await confirmAddress(manager, userId, address);
    await enqueue(manager, sendWaitingInvitations, { userId });
  });
  return done;
};

async function isConfirmedBy(manager: EntityManager, linkId: string | undefined): Promise<boolean> {
  const link = linkId ? await manager.findOneBy(AccountLinkEntity, { id: linkId }) : null;
  if (!link?.usedAt) return false;
  return manager.existsBy(UserEntity, {
    id: link.userId,
    email: link.address,
    emailVerifiedAt: Not(IsNull()),
  });
}
