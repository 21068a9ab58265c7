import type { DataSource, EntityManager } from 'typeorm';
import { sendWaitingInvitations } from '#services/accounts/accounts.jobs.ts';
import { createLink } from '#services/accounts/addresses/create-link.ts';
import { revokeLinks } from '#services/accounts/addresses/revoke-links.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { changeHolds } from '#services/requests/hold-request.ts';

/**
 * Makes the accounts of learners who have turned 18 by `now` those of adults: no guardian, no hold for one, and none of the
 * restrictions. The learner gets a mail, and so does a guardian who had agreed. Returns the number of accounts; a second run
 * finds none.
 */
export async function comeOfAge(db: DataSource, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  const due = await rows<{ id: string }>(
    db,
    'SELECT id FROM users WHERE is_minor AND adult_from <= $1 AND erasure_requested_at IS NULL ORDER BY id LIMIT 500',
    [today],
  );
  let grown = 0;
  for (const { id } of due) if (await inTransaction(db, (manager) => becomeAdult(manager, id))) grown += 1;
  return grown;
}

async function becomeAdult(manager: EntityManager, id: string): Promise<boolean> {
  const user = await lockRow(manager, UserEntity, { id });
  // Another process was first, or the account has ended.
  if (!user?.isMinor || user.erasureRequestedAt) return false;
  const adult = { isMinor: false, guardianEmail: null, guardianAgreedAt: null, adultFrom: null };
  await manager.update(UserEntity, id, adult);
  // The mail to the guardian is composed from this row, because the account no longer has the address.
  if (user.guardianAgreedAt && user.guardianEmail) {
    const link = { userId: id, purpose: 'guardian-consent' as const, address: user.guardianEmail };
    await enqueue(manager, deliverMail, {
      mail: 'guardian-released',
      id: await createLink(manager, link, 0),
    });
  }
  await revokeLinks(manager, id, 'came-of-age');
  await changeHolds(manager, { learnerId: id }, { remove: ['guardian'] });
  if (!user.guardianAgreedAt && user.emailVerifiedAt)
    await enqueue(manager, sendWaitingInvitations, { userId: id });
  await enqueue(manager, deliverMail, { mail: 'came-of-age', id });
  publishChange(manager, id);
  return true;
}
