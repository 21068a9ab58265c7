import type { captureEmail as contract } from '#contracts/newsletter.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { welcomeSubscriber } from './newsletter.jobs.ts';
import { SubscriberEntity } from './subscriber.entity.ts';

/** Takes an address for the newsletter; the answer does not tell whether it was known. */
export const captureEmail: Handler<typeof contract> = async ({ body }, { db }) => {
  await inTransaction(db, async (manager) => {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(SubscriberEntity)
      .values({ email: body.email })
      .orIgnore()
      .returning('id')
      .execute();
    const [subscriber] = inserted.raw as { id: string }[];
    if (subscriber) await enqueue(manager, welcomeSubscriber, { subscriberId: subscriber.id });
  });
  return { message: 'Thank you! Please look for our mail in your inbox.' };
};
