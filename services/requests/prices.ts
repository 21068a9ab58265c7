import type { DataSource, EntityManager } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { priceDays } from '#contracts/requests/prices.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { updateReturning } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type HelpRequest, HelpRequestEntity } from './request.entity.ts';

const isPayableSql = `r.status = 'pending' AND r.holds = '{}' AND NOT r.needs_invoice`;

/**
 * Asks learners whose open request has a price of 30 days or older to confirm it, and takes requests from the listing that
 * were not confirmed within 14 days. A request that is held or waits for its invoice is not asked about: sponsors cannot pay it
 * whatever the learner answers. Idempotent. Returns the numbers of requests.
 */
export function askForPrices(db: DataSource): Promise<{ asked: number; unlisted: number }> {
  return inTransaction(db, async (manager) => {
    const asked = await updateReturning<HelpRequest>(manager, HelpRequestEntity, {
      change: 'price_asked_at = now()',
      condition: `${isPayableSql} AND r.price_asked_at IS NULL
        AND r.price_confirmed_at < now() - interval '${priceDays.askAfter} days'`,
    });
    const unlisted = await updateReturning<HelpRequest>(manager, HelpRequestEntity, {
      change: 'needs_price = true',
      condition: `${isPayableSql} AND NOT r.needs_price
        AND r.price_asked_at < now() - interval '${priceDays.unlistAfter} days'`,
    });
    for (const request of asked) await notify(manager, request, 0);
    for (const request of unlisted) await notify(manager, request, 1);
    return { asked: asked.length, unlisted: unlisted.length };
  });
}

async function notify(manager: EntityManager, { id, learnerId, priceAskedAt }: HelpRequest, revision: 0 | 1) {
  const key = `confirm-price:${id}:${priceAskedAt?.toISOString()}:${revision}`;
  await enqueue(manager, deliverMail, { mail: 'confirm-price', id, revision }, { key });
  publishChange(manager, learnerId);
}

/** Returns until when the price of a request should be confirmed; undefined unless its learner was asked. */
export function priceConfirmBy({ priceAskedAt }: Pick<HelpRequest, 'priceAskedAt'>): Date | undefined {
  return priceAskedAt ? new Date(priceAskedAt.getTime() + priceDays.unlistAfter * dayMs) : undefined;
}

/** The columns of a request whose price was confirmed now. */
export const confirmedNow = {
  priceConfirmedAt: () => 'now()',
  priceAskedAt: null,
  needsPrice: false,
} as const;
