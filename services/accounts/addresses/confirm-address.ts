import type { EntityManager } from 'typeorm';
import { invalid } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { sendWaitingInvitations } from '../accounts.jobs.ts';
import { UserEntity } from '../user.entity.ts';

/**
 * Marks the address of an account as verified and enqueues the private invitations held back until then.
 * Throws HttpError 422 when the account's address has changed since the link was sent.
 */
export async function confirmAddress(manager: EntityManager, userId: string, address: string): Promise<void> {
  const { affected } = await manager.update(
    UserEntity,
    { id: userId, email: address },
    { emailVerifiedAt: () => 'coalesce(email_verified_at, now())' },
  );
  if (!affected) throw invalid('This link belongs to an address that your account no longer has.');
  await enqueue(manager, sendWaitingInvitations, { userId });
}
