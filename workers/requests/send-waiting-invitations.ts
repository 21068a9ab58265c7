import type * as z from 'zod';
import type { sendWaitingInvitations as job } from '#services/accounts/accounts.jobs.ts';
import { rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { isShownSql } from '#services/requests/visible-to-sponsor.ts';
import type { Handler } from '../runtime/handler.ts';

/** Enqueues the unsent invitations of a learner's private requests. */
export const sendWaitingInvitations: Handler<z.output<typeof job.payload>> = async (
  { userId },
  { complete },
) => {
  await complete(async (manager) => {
    const waiting = await rows<{ id: string }>(
      manager,
      `SELECT invited.id FROM request_recipients invited JOIN requests r ON r.id = invited.request_id
       WHERE r.learner_id = $1 AND invited.invited_at IS NULL AND ${isShownSql}`,
      [userId],
    );
    for (const { id } of waiting) await enqueue(manager, deliverMail, { mail: 'invitation', id });
  });
};
