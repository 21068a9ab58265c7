import type { captureEmail as contract } from '#contracts/newsletter/newsletter.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { sendNewsletterConfirmation } from './newsletter.jobs.ts';

/**
 * Adds an address to the newsletter and enqueues a confirmation mail, at most once an hour and not for
 * confirmed subscribers. The response does not reveal whether the address was known.
 */
export const captureEmail: Handler<typeof contract> = async ({ body }, { db }) => {
  await inTransaction(db, async (manager) => {
    const subscriber = await row<{ id: string; asked_at: Date }>(
      manager,
      `INSERT INTO subscribers AS known (email, asked_at) VALUES ($1, now())
       ON CONFLICT (email) DO UPDATE SET asked_at = now()
         WHERE (known.confirmed_at IS NULL OR known.unsubscribed_at IS NOT NULL)
           AND (known.asked_at IS NULL OR known.asked_at <= now() - interval '1 hour')
       RETURNING id, asked_at`,
      [body.email],
    );
    if (!subscriber) return;
    await enqueue(manager, sendNewsletterConfirmation, {
      subscriberId: subscriber.id,
      revision: subscriber.asked_at.getTime(),
    });
  });
  return { message: 'Thank you! Please look for our mail in your inbox.' };
};
