import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

// 72 hours with one retry every 10 s, so that a settlement survives an outage of the provider of some days and runs
// within 10 s after it.
const maxAttempts = 25_920;

/** Verifies a transaction with the provider and settles its payment; enqueued by the payer's call and by webhooks. */
export const verifyPaymentJob = defineJob({
  name: 'payments.verify',
  queue: 'payments',
  payload: z.object({ reference: ReferenceSchema }),
  attempts: maxAttempts,
  backoff: { firstMs: 500, maxMs: 10_000 },
});

/** Verifies a payment at fixed times after its start, in case no webhook and no payer's call arrives. */
export const pollPayment = defineJob({
  name: 'payments.poll',
  queue: 'payments',
  payload: z.object({ reference: ReferenceSchema, round: z.int().min(0) }),
  attempts: maxAttempts,
  backoff: { firstMs: 1_000, maxMs: 10_000 },
  key: ({ reference, round }) => `${reference}:${round}`,
});

/** Deletes webhooks of the provider 90 days after they were received; scheduled. */
export const purgeWebhooksJob = defineJob({
  name: 'housekeeping.purge-webhooks',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff: { firstMs: 1_000, maxMs: 1_000 },
  schedule: { pattern: '37 4 * * *' },
});
