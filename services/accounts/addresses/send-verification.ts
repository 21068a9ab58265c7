import type { EntityManager } from 'typeorm';
import { linkLifetimesMs } from '#contracts/accounts/recovery.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { User } from '../user.entity.ts';
import { createLink } from './create-link.ts';

/** Enqueues the mail with the link that confirms an account's address. */
export async function sendVerification(
  manager: EntityManager,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const link = { userId, purpose: 'verify-email' as const, address: email };
  const id = await createLink(manager, link, linkLifetimesMs.verifyEmail);
  await enqueue(manager, deliverMail, { mail: 'verify-email', id });
}
