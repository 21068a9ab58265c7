import type * as z from 'zod';
import { retryRefund as run } from '#services/flows/retry-refund.ts';
import type { retryRefundJob } from '#services/refunds/refunds.jobs.ts';
import type { Handler } from '../runtime/handler.ts';

/** Repeats a refund that needs attention, with the bank details of the payer. */
export const retryRefund: Handler<z.output<typeof retryRefundJob.payload>> = (
  { refundId },
  { deps, complete },
) => run(refundId, { ...deps, complete });
