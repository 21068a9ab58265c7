import type { EntityManager } from 'typeorm';
import { linkLifetimesMs } from '#contracts/accounts/recovery.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { createLink } from '../addresses/create-link.ts';
import { revokeLinks } from '../addresses/revoke-links.ts';

/** Enqueues the mail with the link by which a guardian agrees; earlier links stop working. */
export async function sendGuardianLink(
  manager: EntityManager,
  userId: string,
  guardianEmail: string,
): Promise<void> {
  await revokeLinks(manager, userId, 'guardian-named');
  const link = { userId, purpose: 'guardian-consent' as const, address: guardianEmail };
  const id = await createLink(manager, link, linkLifetimesMs.guardianConsent);
  await enqueue(manager, deliverMail, { mail: 'guardian-consent', id });
}
