import { purgeWebhooks as deleteWebhookBatch } from '#services/payments/purge-webhooks.ts';
import type { Handler } from '../runtime/handler.ts';

/** The provider redelivers for three days; disputes about a charge come within about 75 days. */
const KEPT_MS = 90 * 86_400_000;

/** Deletes webhooks older than 90 days, in batches so that row locks are short. */
export const purgeWebhooks: Handler<object> = async (_payload, { deps: { db, log } }) => {
  let removed = 0;
  for (
    let batch = await deleteWebhookBatch(db, KEPT_MS);
    batch > 0;
    batch = await deleteWebhookBatch(db, KEPT_MS)
  ) {
    removed += batch;
  }
  log.info({ removed }, 'Purged the webhooks');
};
