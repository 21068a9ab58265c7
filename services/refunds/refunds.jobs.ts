import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

// 72 hours with one retry every 10 s, so that a refund survives an outage of the provider of some days.
const retries = { attempts: 25_920, backoff: { firstMs: 1_000, maxMs: 10_000 } } as const;

/** Reads the provider's refunds of a payment and stores them; enqueued by webhooks, polling and settlement. */
export const syncRefundsJob = defineJob({
  name: 'refunds.sync',
  queue: 'payments',
  payload: z.object({ reference: ReferenceSchema }),
  ...retries,
});

/** Starts an approved refund at the provider. */
export const startRefundJob = defineJob({
  name: 'refunds.start',
  queue: 'payments',
  payload: z.object({ refundId: z.uuid() }),
  ...retries,
  key: ({ refundId }) => refundId,
});

/** Repeats a refund that needs attention, with the bank details that the payer has sent. */
export const retryRefundJob = defineJob({
  name: 'refunds.retry',
  queue: 'payments',
  payload: z.object({ refundId: z.uuid() }),
  ...retries,
});

/** Enqueues a sync of every open refund that was not read for a while; scheduled. */
export const pollRefundsJob = defineJob({
  name: 'refunds.poll',
  queue: 'payments',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '*/5 * * * *' },
});
