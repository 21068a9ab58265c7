import type { EntityManager } from 'typeorm';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { row } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';

/** Shows a thank-you to its sponsor and mails it. @throws HttpError 409 when it is not there, or the payment was given back. */
export async function deliverThankYou(manager: EntityManager, id: string): Promise<void> {
  const isDelivered = await change(manager, id, {
    to: `status = 'delivered', decline_reason = NULL, delivered_at = now()`,
    // The sponsor whose payment was given back has not paid for the course.
    when: `t.status IN ('held', 'declined') AND EXISTS (
      SELECT FROM sponsoring_payments p WHERE p.request_id = t.request_id AND p.payer_id = t.sponsor_id)`,
  });
  if (!isDelivered)
    throw conflict('These words cannot be delivered: they were deleted, or the payment was given back.');
  await enqueue(manager, deliverMail, { mail: 'thank-you', id });
}

/**
 * Does not pass a thank-you on, or takes it back from the sponsor, and tells the learner why. Does nothing for one that was deleted or
 * removed. `revision` counts the times that it was decided.
 */
export async function declineThankYou(
  manager: EntityManager,
  { id, reason, revision }: { id: string; reason: string; revision: number },
): Promise<void> {
  const isDeclined = await change(manager, id, {
    to: `status = 'declined', decline_reason = $2`,
    when: `t.status <> 'removed'`,
    values: [reason],
  });
  if (isDeclined) await enqueue(manager, deliverMail, { mail: 'thank-you-declined', id, revision });
}

/** Removes the words of a thank-you after a report of its sponsor; a mail that was sent has them. Does nothing for one that was deleted. */
export async function removeThankYou(manager: EntityManager, id: string): Promise<void> {
  await change(manager, id, { to: `status = 'removed', text = ''`, when: `t.status = 'delivered'` });
}

/** Changes a thank-you, publishes the change to both people, and returns whether the condition was met. */
async function change(
  manager: EntityManager,
  id: string,
  { to, when, values = [] }: { to: string; when: string; values?: string[] },
): Promise<boolean> {
  const people = await row<{ sponsorId: string; learnerId: string }>(
    manager,
    `UPDATE thank_yous t SET ${to} FROM requests r WHERE t.id = $1 AND r.id = t.request_id AND ${when}
     RETURNING t.sponsor_id AS "sponsorId", r.learner_id AS "learnerId"`,
    [id, ...values],
  );
  if (people) publishChange(manager, people.sponsorId, people.learnerId);
  return people !== undefined;
}
