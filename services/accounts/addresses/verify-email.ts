import { type EntityManager, IsNull, Not } from 'typeorm';
import type { verifyEmail as contract } from '#contracts/accounts/recovery.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { sendWaitingInvitations } from '../accounts.jobs.ts';
import { UserEntity } from '../user.entity.ts';
import { AccountLinkEntity } from './account-link.entity.ts';
import { confirmAddress } from './confirm-address.ts';
import { consumeLink } from './consume-link.ts';
import { readLink } from './link-token.ts';

const done = { message: 'Your email address is confirmed. Thank you!' };

/** Confirms an address with the link sent to it, which sends the private invitations held back until then. Idempotent: opening the link again succeeds. */
export const verifyEmail: Handler<typeof contract> = async ({ body }, { config, db }) => {
  if (await isConfirmedBy(db.manager, await readLink(body.token, 'verify-email', config))) return done;
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
