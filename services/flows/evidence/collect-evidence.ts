import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { AuditEntryEntity } from '#services/cases/cases.entity.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { ProofEntity } from '#services/enrolments/enrolment.entity.ts';
import { SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import { type FileDeps, fileStore } from '#services/platform/files/file-store.ts';
import { PriceChoiceEntity, type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { describeDelivery, findDeliverySteps, findEnrolment } from './delivery-steps.ts';

/** Everything that we can show a bank about a disputed payment. */
export type Evidence = Awaited<ReturnType<typeof collectEvidence>>;

/**
 * Collects the evidence of a dispute from our records: what happened until now, with its dates.
 * @throws HttpError 404 for an unknown dispute.
 */
export async function collectEvidence(deps: FileDeps, disputeId: string) {
  const { manager } = deps.db;
  const dispute = await manager.findOneBy(DisputeEntity, { id: disputeId });
  if (!dispute) throw notFound('There is no such dispute.');
  const draftedAt = await databaseNow(manager);
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: dispute.paymentId });
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: payment.requestId });
  const payer = await manager.findOneByOrFail(UserEntity, { id: payment.payerId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const sponsorship = await manager.findOneBy(SponsorshipEntity, { id: payment.sponsorshipId });
  const steps = await findSteps(manager, payment, request);
  const deliveredAt = findEnrolment(steps);
  // A proof that operators have not confirmed shows nothing yet, and after a refund it may be that of another payment.
  const proof = deliveredAt && (await manager.findOneBy(ProofEntity, { requestId: request.id }));
  // The bank needs no more of the learner.
  const learnerName = firstName(learner.fullName);
  const delivery = describeDelivery(steps, draftedAt);
  return {
    ...{ dispute, payment, request, payer, learnerName, steps, delivery, draftedAt },
    refunds: await manager.findBy(RefundEntity, { paymentId: payment.id }),
    pledgedAt: sponsorship?.createdAt ?? null,
    proof: proof && { ...proof, data: await fileStore(deps).get(proof) },
    /** Null while the course is not delivered. */
    deliveredAt,
    /** One paragraph that says what was sold, and how far its delivery was. */
    serviceDetails: `${payer.fullName} signed in to our site and paid for the online course “${request.courseTitle}” on ${request.platform} for the learner ${learnerName}, who had asked for help with it. ${delivery}`,
  };
}

async function findSteps(manager: EntityManager, payment: Payment, request: HelpRequest) {
  const purchase = await findPurchase(manager, payment);
  const subjects = [payment.id, ...(purchase ? [purchase.id] : [])];
  const entries = await manager.findBy(AuditEntryEntity, { subject: In(subjects) });
  const steps = findDeliverySteps(entries, purchase);
  // Requests of the first version have no purchase.
  const hasPurchase = await manager.existsBy(PurchaseEntity, { requestId: request.id });
  if (hasPurchase || !request.enrolledAt) return steps;
  return [...steps, { step: 'purchase.enrolled' as const, at: request.enrolledAt }];
}

/** Returns the purchase that a payment is for, also where it paid the difference of a higher price. */
async function findPurchase(manager: EntityManager, payment: Payment): Promise<Purchase | null> {
  const own = await manager.findOneBy(PurchaseEntity, { paymentId: payment.id });
  if (own || !payment.priceChoiceId) return own;
  const question = await manager.findOneBy(PriceChoiceEntity, { id: payment.priceChoiceId });
  return question && manager.findOneBy(PurchaseEntity, { id: question.purchaseId });
}
