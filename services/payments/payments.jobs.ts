import * as z from 'zod';
import { ReferenceSchema } from '#contracts/payments/payments.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

/**
 * Retries of a job that calls the payment provider: 72 hours at one attempt every 10 s, so that it survives days in which
 * the provider fails, and runs within 10 s afterwards. Disputes must be recorded and answered within hours.
 */
export const providerRetries = { attempts: 25_920, backoff: { firstMs: 500, maxMs: 10_000 } } as const;

/** Verifies a transaction with the provider and settles its payment; enqueued by the payer's call and by webhooks. */
export const verifyPaymentJob = defineJob({
  name: 'payments.verify',
  queue: 'payments',
  payload: z.object({ reference: ReferenceSchema }),
  ...providerRetries,
});

/**
 * Verifies a payment at fixed times after its start, in case no webhook and no payer's call arrives. In the background,
 * because most of the payments that are polled were abandoned.
 */
export const pollPayment = defineJob({
  name: 'payments.poll',
  queue: 'payments',
  payload: z.object({ reference: ReferenceSchema, round: z.int().min(0) }),
  isBackground: true,
  ...providerRetries,
  key: ({ reference, round }) => `${reference}:${round}`,
});

/**
 * Does what follows from the approval of a payment; settles it first where the payer's call came before. The settlement enqueues
 * it with the reference as its key.
 */
export const approveSponsorshipJob = defineJob({
  name: 'sponsorships.approve',
  queue: 'sponsorships',
  payload: z.object({ reference: ReferenceSchema }),
  ...providerRetries,
});
