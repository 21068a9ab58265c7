import type { Brand } from '#contracts/site/brand.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { ProofEntity } from '#services/enrolments/enrolment.entity.ts';
import { SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { formatAmountWithCode, momentText, receiptNumberText } from '#services/payments/receipts.ts';
import { type FactSection, renderFactSheet } from '#services/platform/documents/render-fact-sheet.ts';
import { notFound } from '#services/platform/errors.ts';
import { type FileDeps, fileStore } from '#services/platform/files/file-store.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { DisputeEntity } from './dispute.entity.ts';

type Evidence = Awaited<ReturnType<typeof collectEvidence>>;

/**
 * Collects everything that we can show a bank about a disputed payment from our records. @throws HttpError 404 for an unknown
 * dispute.
 */
export async function collectEvidence(deps: FileDeps, disputeId: string) {
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
  // The bank needs no more of the learner.
  const learnerName = firstName(learner.fullName);
  const deliveredAt = proof?.createdAt ?? request.enrolledAt;
  return {
    dispute,
    payment,
    request,
    payer,
    learnerName,
    pledgedAt: sponsorship?.createdAt ?? null,
    proof: proof && { ...proof, data: await fileStore(deps).get(proof) },
    /** Null while the course is not delivered. */
    deliveredAt,
    /** One paragraph that says what was sold. */
    serviceDetails: `${payer.fullName} signed in to our site and paid for the online course “${request.courseTitle}” on ${request.platform} for the learner ${learnerName}, who had asked for help with it.${
      deliveredAt ? ' The learner was enrolled in the course.' : ' The course is being bought.'
    }`,
  };
}

/** Renders the evidence as a tagged PDF; the same evidence gives the same bytes. */
export function renderEvidence(evidence: Evidence, brand: Brand): Promise<Buffer> {
  const { dispute, proof, serviceDetails } = evidence;
  return renderFactSheet(brand, {
    title: `${brand.name}: evidence for dispute ${dispute.providerId}`,
    heading: `Evidence for dispute ${dispute.providerId}`,
    lead: serviceDetails,
    sections: evidenceSections(evidence),
    image:
      proof?.contentType === 'image/png' || proof?.contentType === 'image/jpeg'
        ? { caption: `Proof of the enrolment, added on ${momentText(proof.createdAt)}`, data: proof.data }
        : undefined,
    closing: [`${brand.legalName} · ${brand.email.support}`, 'Times are in UTC.'],
    createdAt: dispute.openedAt,
  });
}

/** Returns the tables of the evidence: the payment, its delivery, and the dates in order. */
function evidenceSections(evidence: Evidence): FactSection[] {
  const { dispute, payment, request, payer, learnerName, proof, deliveredAt } = evidence;
  const amount = (minor: number) => formatAmountWithCode(minor, payment.currency);
  return [
    {
      heading: 'The payment',
      rows: present([
        ['Paid by', `${payer.fullName}, ${payer.email}`],
        ['Telephone', payer.phoneNumber],
        ['Reference', payment.reference],
        ['Receipt', payment.receiptNumber === null ? null : receiptNumberText(payment.receiptNumber)],
        ['Price', amount(payment.priceMinor)],
        ['Service fee', amount(payment.feeMinor)],
        ['Charged', amount(payment.capturedMinor ?? payment.amountMinor)],
        ['Disputed', formatAmountWithCode(dispute.amountMinor, dispute.currency)],
      ]),
      boldLabel: 'Charged',
    },
    {
      heading: 'The service',
      rows: present([
        ['Course', request.courseTitle],
        ['Platform', request.platform],
        ['Address', request.link],
        ['For the learner', learnerName],
        ['Delivered', deliveredAt ? momentText(deliveredAt) : 'The course is being bought.'],
        ['Proof', proof && `Added on ${momentText(proof.createdAt)}`],
      ]),
    },
    { heading: 'The dates', rows: datesOf(evidence) },
  ];
}

function datesOf({ dispute, payment, request, pledgedAt }: Evidence): [string, string][] {
  const dates: [string, Date | null][] = [
    ['Request filed', request.createdAt],
    ['Payer chose the request', pledgedAt],
    ['Payment page opened', payment.openedAt],
    ['Paid', payment.settledAt],
    ['Learner enrolled', request.enrolledAt],
    ['Course completed', request.completedAt],
    ['Dispute opened', dispute.openedAt],
  ];
  return dates
    .filter((entry): entry is [string, Date] => entry[1] !== null)
    .toSorted(([, at], [, other]) => at.getTime() - other.getTime())
    .map(([label, at]) => [label, momentText(at)]);
}

function present(rows: [string, string | null][]): [string, string][] {
  return rows.filter((entry): entry is [string, string] => Boolean(entry[1]));
}
