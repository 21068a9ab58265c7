import type * as z from 'zod';
import { rows } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type pollRefundsJob, syncRefundsJob } from '#services/refunds/refunds.jobs.ts';
import type { Handler } from '../runtime/handler.ts';

/**
 * Enqueues a sync of every payment with an open refund at the provider, and of every retry whose details are still
 * here, in case a webhook was lost. A refund is read more rarely the older it is.
 */
export const pollRefunds: Handler<z.output<typeof pollRefundsJob.payload>> = async (
  _payload,
  { complete },
) => {
  await complete(async (manager) => {
    const due = await rows<{ reference: string; slot: string }>(
      manager,
      `SELECT DISTINCT p.reference, floor(extract(epoch FROM now()) / 60)::text AS slot
       FROM refunds r JOIN payments p ON p.id = r.payment_id
       WHERE r.status IN ('pending', 'processing', 'needs_attention') AND r.called_at IS NOT NULL
         AND coalesce(r.read_at, r.called_at)
           < now() - least(interval '6 hours', greatest(interval '2 minutes', (now() - r.created_at) / 10))`,
    );
    for (const { reference, slot } of due)
      await enqueue(manager, syncRefundsJob, { reference }, { key: `poll:${reference}:${slot}` });
  });
};
