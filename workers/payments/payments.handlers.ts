import { type EntityManager, In } from 'typeorm';
import { approveSponsorship } from '#services/flows/approve-sponsorship.ts';
import { settle, type VerifiedPayment } from '#services/flows/settle.ts';
import { isSettled } from '#services/payments/decide-settlement.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { pollPayment } from '#services/payments/payments.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { enqueueMissingApproval } from '#services/purchases/follow-up-purchases.ts';
import type { Handlers } from '../runtime/handler.ts';

export const paymentHandlers = {
  /** Settles a payment after a call of its payer or a webhook of the provider. */
  'payments.verify': async ({ reference }, { deps, complete }) => {
    await settle(reference, { ...deps, runInTransaction: complete });
  },

  /**
   * Settles a payment without a webhook, and enqueues the next poll in the same transaction. After the last poll, three
   * days later, a payment that was never made is marked abandoned; after the first one if it was never started.
   */
  'payments.poll': async ({ reference, round }, { deps, complete }) => {
    const enqueueNextPoll = async (manager: EntityManager, payment: VerifiedPayment | undefined) => {
      if (!payment || isSettled(payment.status)) return;
      const delayMs = deps.config.payment.pollDelaysMs[round + 1];
      // Without a page, and unknown to the provider, it cannot be paid any more.
      const wasNeverStarted = payment.accessCode === null && payment.isKnown === false;
      if (delayMs === undefined || wasNeverStarted) {
        // A payment whose start was interrupted never had a page, so it is abandoned like an unpaid one.
        const isOpen = In(['initiating', 'pending']);
        await manager.update(PaymentEntity, { reference, status: isOpen }, { status: 'abandoned' });
        return;
      }
      const runAt = new Date(payment.createdAt.getTime() + delayMs);
      await enqueue(manager, pollPayment, { reference, round: round + 1 }, { runAt });
    };
    await settle(reference, {
      ...deps,
      runInTransaction: (work) =>
        complete(async (manager) => {
          const payment = await work(manager);
          await enqueueNextPoll(manager, payment);
          // The approval may have been taken by a worker of the previous release, which has nothing to do for it.
          if (payment?.status === 'approved') await enqueueMissingApproval(manager, reference);
          return payment;
        }),
    });
  },

  'sponsorships.approve': async ({ reference }, { deps, complete }) => {
    await approveSponsorship(reference, { ...deps, runInTransaction: complete });
  },
} satisfies Handlers;
