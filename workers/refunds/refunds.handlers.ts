import { refundTransaction } from '#services/flows/refund-transaction.ts';
import { retryRefund, startRefund } from '#services/flows/start-refund.ts';
import { syncRefunds } from '#services/flows/sync-refunds-and-disputes.ts';
import { rows } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { refundTransactionJob, syncRefundsJob } from '#services/refunds/refunds.jobs.ts';
import type { Handlers } from '../runtime/handler.ts';

export const refundHandlers = {
  /** Starts an approved refund at the provider, with exactly one call. */
  'refunds.start': ({ refundId }, { deps, complete }) => startRefund(refundId, { ...deps, complete }),

  /** Repeats a refund that needs attention, with the bank details of the payer. */
  'refunds.retry': ({ refundId }, { deps, complete }) => retryRefund(refundId, { ...deps, complete }),

  /** Starts the refund of a transaction that no payment has, with exactly one call, or reads how far it is. */
  'refunds.transaction': ({ transactionId }, { deps, complete }) =>
    refundTransaction(transactionId, { ...deps, complete }),

  /** Stores what the provider lists as refunds of a payment. */
  'refunds.sync': ({ reference }, { deps, complete }) => syncRefunds(reference, { ...deps, complete }),

  /**
   * Enqueues a sync of every payment with an open refund at the provider, and of every retry whose details are still
   * here, in case a webhook was lost. A refund is read more rarely the older it is.
   */
  'refunds.poll': async (_payload, { complete }) => {
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
      const transactions = await rows<{ id: string }>(
        manager,
        `SELECT id FROM unmatched_transactions
         WHERE refund_status IN ('processing', 'needs_attention') OR refund_status = 'pending' AND refund_called_at IS NOT NULL`,
      );
      for (const { id: transactionId } of transactions)
        await enqueue(manager, refundTransactionJob, { transactionId }, { unlessWaiting: true });
    });
  },
} satisfies Handlers;
