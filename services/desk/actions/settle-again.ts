import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { syncRefundsJob } from '#services/refunds/refunds.jobs.ts';
import type { CaseAction } from './case-action.ts';
import { sampleObstacle } from './payment-of.ts';

/** Verifies the payments of the request with the provider once more; also settled ones. */
export const settleAgain: CaseAction = {
  name: 'settle-again',
  kinds: ['payment_review', 'refund', 'dispute', 'reconciliation', 'purchase'],
  label: 'Verify with the provider again',
  hint: 'Asks the provider for every payment of this request and updates ours. Nothing is paid or refunded by it.',
  isFinal: false,
  fields: [],
  appliesTo: ({ subject }) => subject.payments.length > 0,
  obstacle: sampleObstacle,
  async run(manager, { subject }) {
    const references = subject.payments.map(({ reference }) => reference);
    for (const reference of references) {
      await enqueue(manager, verifyPaymentJob, { reference });
      // A settled payment changes only by its refunds.
      await enqueue(manager, syncRefundsJob, { reference });
    }
    return references.join(', ');
  },
};
