import type * as contracts from '#contracts/newsletter/newsletter.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { execute, lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { invalid } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { links } from '#services/platform/tokens/links.ts';
import { sendNewsletterConfirmation, sendNewsletterWelcome } from './newsletter.jobs.ts';
import { SubscriberEntity } from './subscriber.entity.ts';

/**
 * Adds an address to the newsletter and enqueues a confirmation mail, at most once an hour and not for
 * confirmed subscribers. The response does not reveal whether the address was known.
 */
export const captureEmail: Handler<typeof contracts.captureEmail> = async ({ body }, { db }) => {
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

/**
 * Confirms a subscription; idempotent. Rejects a token issued before the subscriber unsubscribed, so that an
 * old mail cannot subscribe them again.
 */
export const confirmSubscription: Handler<typeof contracts.confirmSubscription> = async (
  { body },
  { db, config },
) => {
  const { sub, issuedAt } = (await links.subscribe.verify(body.token, config)) ?? {};
  const isSubscribed =
    sub &&
    issuedAt &&
    (await inTransaction(db, async (manager) => {
      const subscriber = await lockRow(manager, SubscriberEntity, { id: sub });
      if (!subscriber) return false;
      const { id, confirmedAt, unsubscribedAt } = subscriber;
      if (unsubscribedAt && issuedAt <= unsubscribedAt) return false;
      if (confirmedAt && !unsubscribedAt) return true;
      await manager.update(SubscriberEntity, id, { confirmedAt: () => 'now()', unsubscribedAt: null });
      await enqueue(manager, sendNewsletterWelcome, { subscriberId: id, revision: issuedAt.getTime() });
      return true;
    }));
  if (!isSubscribed) throw invalid('This link does not work any more. Please sign up once more.');
  return { message: 'Thank you! Your address is confirmed.' };
};

/** Unsubscribes an address; idempotent. */
export const unsubscribe: Handler<typeof contracts.unsubscribe> = ({ body }, deps) =>
  unsubscribeByToken(body.token, deps);

/** Unsubscribes an address with the mail client's button (RFC 8058); idempotent. */
export const oneClickUnsubscribe: Handler<typeof contracts.oneClickUnsubscribe> = ({ query }, deps) =>
  unsubscribeByToken(query.token, deps);

/** Redirects a visit of the button's address to the page; changes nothing, because mail scanners open every link. */
export const openUnsubscribePage: Handler<typeof contracts.openUnsubscribePage> = async ({
  query: { token = '' },
}) => `${links.unsubscribe.page}?${new URLSearchParams({ token })}`;

async function unsubscribeByToken(text: string, { db, config }: Deps): Promise<{ message: string }> {
  const token = await links.unsubscribe.verify(text, config);
  if (!token) throw invalid('This link is not complete. Please open it from the mail again.');
  await execute(
    db,
    'UPDATE subscribers SET unsubscribed_at = now(), asked_at = NULL WHERE id = $1 AND unsubscribed_at IS NULL',
    [token.sub],
  );
  return { message: 'You are unsubscribed: no more news from us.' };
}
