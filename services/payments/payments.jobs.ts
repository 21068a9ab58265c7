import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

// A provider that is away for days must not cost a settlement: 72 hours at one try every 10 s, which is also how
// long a settlement waits at most once the provider is back.
const patientAttempts = 25_920;

/** Asks the provider what became of a payment and settles it: for the payer who waits, and for webhooks. */
export const verifyPaymentJob = defineJob({
  name: 'payments.verify',
  queue: 'payments',
  // `isRecheck` asks again about a settled payment: money may have gone back.
  payload: z.object({ reference: ReferenceSchema, isRecheck: z.boolean().default(false) }),
  attempts: patientAttempts,
  backoff: { firstMs: 500, maxMs: 10_000 },
});

/** The same at fixed times after the start of a payment, for those that nobody called back about. */
export const pollPayment = defineJob({
  name: 'payments.poll',
  queue: 'payments',
  payload: z.object({ reference: ReferenceSchema, round: z.int().min(0) }),
  attempts: patientAttempts,
  backoff: { firstMs: 1_000, maxMs: 10_000 },
  key: ({ reference, round }) => `${reference}:${round}`,
});
