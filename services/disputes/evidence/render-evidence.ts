import type { Brand } from '#contracts/site/brand.ts';
import { receiptNumberText } from '#services/payments/receipts/receipt-number-text.ts';
import { formatAmountWithCode, momentText } from '#services/payments/receipts/render-receipt.ts';
import { type FactSection, renderFactSheet } from '#services/platform/documents/render-fact-sheet.ts';
import type { Evidence } from './collect-evidence.ts';

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
    .toSorted(([, one], [, other]) => one.getTime() - other.getTime())
    .map(([label, at]) => [label, momentText(at)]);
}

function present(rows: [string, string | null][]): [string, string][] {
  return rows.filter((entry): entry is [string, string] => Boolean(entry[1]));
}
