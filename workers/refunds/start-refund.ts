import type * as z from 'zod';
import { startRefund as run } from '#services/flows/start-refund.ts';
import type { startRefundJob } from '#services/refunds/refunds.jobs.ts';
import type { Handler } from '../runtime/handler.ts';

/** Starts an approved refund at the provider, with exactly one call. */
export const startRefund: Handler<z.output<typeof startRefundJob.payload>> = (
  { refundId },
  { deps, complete },
) => run(refundId, { ...deps, complete });
