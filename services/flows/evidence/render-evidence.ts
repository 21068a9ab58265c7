import type { Brand } from '#contracts/site/brand.ts';
import { formatAmountWithCode, momentText, receiptNumberText } from '#services/payments/receipts.ts';
import { type FactSection, renderFactSheet } from '#services/platform/documents/render-fact-sheet.ts';
import type { Evidence } from './collect-evidence.ts';
import { deliverySteps } from './delivery-steps.ts';

/** Renders the evidence as a tagged PDF; the same evidence gives the same bytes. */
export function renderEvidence(evidence: Evidence, brand: Brand): Promise<Buffer> {
  const { dispute, proof, serviceDetails, draftedAt } = evidence;
  return renderFactSheet(brand, {
    title: `${brand.name}: evidence for dispute ${dispute.providerId}`,
    heading: `Evidence for dispute ${dispute.providerId}`,
    lead: serviceDetails,
    sections: evidenceSections(evidence),
    image:
      proof?.contentType === 'image/png' || proof?.contentType === 'image/jpeg'
        ? { caption: `Proof of the enrolment, added on ${momentText(proof.createdAt)}`, data: proof.data }
        : undefined,
    closing: [
      `${brand.legalName} · ${brand.email.support}`,
      `Drawn up on ${momentText(draftedAt)}. Times are in UTC.`,
    ],
    createdAt: draftedAt,
  });
}

/** Returns the tables of the evidence: the payment, its delivery, and the dates in order. */
function evidenceSections(evidence: Evidence): FactSection[] {
  const { dispute, payment, request, payer, learnerName, proof, deliveredAt, delivery } = evidence;
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
        [
          'Charged',
          formatAmountWithCode(
            payment.capturedMinor ?? payment.amountMinor,
            payment.capturedCurrency ?? payment.currency,
          ),
        ],
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
        [
          'Changed',
          request.terms === payment.terms
            ? null
            : 'The learner changed the request after this payment. Course, platform and address are the later ones.',
        ],
        ['For the learner', learnerName],
        ['Delivered', deliveredAt ? momentText(deliveredAt) : delivery],
        ['Proof', proof && `Added on ${momentText(proof.createdAt)}`],
      ]),
    },
    { heading: 'The dates', rows: datesOf(evidence) },
  ];
}

function datesOf({
  dispute,
  payment,
  request,
  pledgedAt,
  deliveredAt,
  steps,
  refunds,
}: Evidence): FactSection['rows'] {
  const dates: [string, Date | null][] = [
    ['Request filed', request.createdAt],
    ['Payer chose the request', pledgedAt],
    ['Payment page opened', payment.openedAt],
    ['Paid', payment.settledAt],
    ...steps.map(({ step, at }): [string, Date] => [deliverySteps[step], at]),
    ['Course completed', deliveredAt && request.completedAt],
    ...refunds.flatMap(({ amountMinor, currency, calledAt, processedAt }): [string, Date | null][] => {
      const refund = `Refund of ${formatAmountWithCode(amountMinor, currency)}`;
      return [
        [`${refund} sent`, calledAt],
        [`${refund} paid out`, processedAt],
      ];
    }),
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
