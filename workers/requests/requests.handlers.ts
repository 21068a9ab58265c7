import { rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { askForPrices } from '#services/requests/prices.ts';
import { isShownSql } from '#services/requests/visible-to-sponsor.ts';
import type { Handlers } from '../runtime/handler.ts';

export const requestHandlers = {
  'requests.ask-for-prices': async (_payload, { deps: { db, log } }) => {
    log.info(await askForPrices(db), 'Asked learners to confirm old prices');
  },

  /** Enqueues the unsent invitations of a learner's private requests. */
  'mail.send-waiting-invitations': async ({ userId }, { complete }) => {
    await complete(async (manager) => {
      const waiting = await rows<{ id: string }>(
        manager,
        `SELECT invited.id FROM request_recipients invited JOIN requests r ON r.id = invited.request_id
         WHERE r.learner_id = $1 AND invited.invited_at IS NULL AND ${isShownSql}`,
        [userId],
      );
      for (const { id } of waiting) await enqueue(manager, deliverMail, { mail: 'invitation', id });
    });
  },
} satisfies Handlers;
