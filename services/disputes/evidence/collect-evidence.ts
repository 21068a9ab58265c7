import { firstName } from '#services/accounts/names.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import { type Proof, ProofEntity } from '#services/enrolments/proof.entity.ts';
import { SponsorshipEntity } from '#services/funding/sponsorship.entity.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { notFound } from '#services/platform/errors.ts';
import { type FileDeps, fileStore } from '#services/platform/files/file-store.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Dispute, DisputeEntity } from '../dispute.entity.ts';

/** Everything that we can show a bank about a disputed payment. */
export interface Evidence {
  dispute: Dispute;
  payment: Payment;
  request: HelpRequest;
  payer: User;
  /** First name only: the bank needs no more of the learner. */
  learnerName: string;
  isAnonymous: boolean;
  pledgedAt: Date | null;
  proof: (Pick<Proof, 'contentType' | 'createdAt'> & { data: Buffer }) | null;
  /** When the course was delivered; null while it is not. */
  deliveredAt: Date | null;
  /** One paragraph that says what was sold. */
  serviceDetails: string;
}

/** Collects the evidence of a dispute from our records. @throws HttpError 404 for an unknown dispute. */
export async function collectEvidence(deps: FileDeps, disputeId: string): Promise<Evidence> {
  const { manager } = deps.db;
  const dispute = await manager.findOneBy(DisputeEntity, { id: disputeId });
  if (!dispute) throw notFound('There is no such dispute.');
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: dispute.paymentId });
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: payment.requestId });
  const payer = await manager.findOneByOrFail(UserEntity, { id: payment.payerId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const sponsorship = await manager.findOneBy(SponsorshipEntity, { id: payment.sponsorshipId });
  // A proof that operators have not confirmed shows nothing yet.
  const proof = request.enrolledAt && (await manager.findOneBy(ProofEntity, { requestId: request.id }));
  const learnerName = firstName(learner.fullName);
  const deliveredAt = proof?.createdAt ?? request.enrolledAt;
  return {
    dispute,
    payment,
    request,
    payer,
    learnerName,
    isAnonymous: sponsorship?.isAnonymous ?? true,
    pledgedAt: sponsorship?.createdAt ?? null,
    proof: proof && { ...proof, data: await fileStore(deps).get(proof) },
    deliveredAt,
    serviceDetails: `${payer.fullName} signed in to our site and paid for the online course “${request.courseTitle}” on ${request.platform} for the learner ${learnerName}, who had asked for help with it.${
      deliveredAt ? ' The learner was enrolled in the course.' : ' The course is being bought.'
    }`,
  };
}
