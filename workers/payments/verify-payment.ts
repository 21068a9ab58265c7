import type * as z from 'zod';
import { settle } from '#services/flows/settle.ts';
import type { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import type { Handler } from '../runtime/handler.ts';

/** Settles a payment after a call of its payer or a webhook of the provider. */
export const verifyPayment: Handler<z.output<typeof verifyPaymentJob.payload>> = async (
  { reference },
  { deps, complete },
) => {
  await settle(reference, { ...deps, runInTransaction: complete });
};
