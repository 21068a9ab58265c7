import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments/payments.ts';
import { providerRetries } from '#services/payments/payments.jobs.ts';
import { defineJob, defineScheduledJob } from '#services/platform/queue/define-job.ts';

/** Reads the provider's refunds of a payment and stores them; enqueued by webhooks, polling and settlement. */
export const syncRefundsJob = defineJob({
  name: 'refunds.sync',
  queue: 'payments',
  payload: z.object({ reference: ReferenceSchema }),
  ...providerRetries,
});

/** Starts an approved refund at the provider. */
export const startRefundJob = defineJob({
  name: 'refunds.start',
  queue: 'payments',
  payload: z.object({ refundId: z.uuid() }),
  ...providerRetries,
  key: ({ refundId }) => refundId,
});

/** Repeats a refund that needs attention, with the bank details that the payer has sent. */
export const retryRefundJob = defineJob({
  name: 'refunds.retry',
  queue: 'payments',
  payload: z.object({ refundId: z.uuid() }),
  ...providerRetries,
});

/** Starts the refund of a transaction that no payment has, and reads how far the provider is with it. */
export const refundTransactionJob = defineJob({
  name: 'refunds.transaction',
  queue: 'payments',
  payload: z.object({ transactionId: z.uuid() }),
  ...providerRetries,
});

/** Enqueues a sync of every open refund that was not read for a while; scheduled. */
export const pollRefundsJob = defineScheduledJob('refunds.poll', 'payments', '*/5 * * * *');
