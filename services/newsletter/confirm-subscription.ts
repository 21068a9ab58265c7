import type { confirmSubscription as contract } from '#contracts/newsletter/newsletter.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { invalid } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { sendNewsletterWelcome } from './newsletter.jobs.ts';
import { SubscriberEntity } from './subscriber.entity.ts';
import { readSubscriptionToken } from './subscription-token.ts';

/**
 * Confirms a subscription; idempotent. Rejects a token issued before the subscriber unsubscribed, so that an
 * old mail cannot subscribe them again.
 */
export const confirmSubscription: Handler<typeof contract> = async ({ body }, { db, config }) => {
  const token = await readSubscriptionToken('confirm', body.token, config);
  const isSubscribed =
    token &&
    (await inTransaction(db, async (manager) => {
      const subscriber = await lockRow(manager, SubscriberEntity, { id: token.subscriberId });
      if (!subscriber) return false;
      const { id, confirmedAt, unsubscribedAt } = subscriber;
      if (unsubscribedAt && token.issuedAt <= unsubscribedAt) return false;
      if (confirmedAt && !unsubscribedAt) return true;
      await manager.update(SubscriberEntity, id, { confirmedAt: () => 'now()', unsubscribedAt: null });
      await enqueue(manager, sendNewsletterWelcome, { subscriberId: id, revision: token.issuedAt.getTime() });
      return true;
    }));
  if (!isSubscribed) throw invalid('This link does not work any more. Please sign up once more.');
  return { message: 'Thank you! Your address is confirmed.' };
};
