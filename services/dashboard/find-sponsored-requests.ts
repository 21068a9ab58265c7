import type { DataSource } from 'typeorm';
import type { SponsorList } from '#contracts/dashboard/request-state.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { limits } from '#contracts/limits.ts';
import { toMajor } from '#contracts/money.ts';
import type { OwnPurchase, PurchaseSteps } from '#contracts/purchases/purchases.ts';
import { expectedTimeSql } from '#services/cases/open-case.ts';
import type { Deps } from '#services/deps.ts';
import { SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { toPaymentOutcome } from '#services/payments/decide-settlement.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { findRows, rows } from '#services/platform/database/sql.ts';
import { findPurchaseSteps } from '#services/purchases/find-purchase-steps.ts';
import { findAddedPayments, findPriceChoices } from '#services/purchases/price-choices/find-price-choices.ts';
import { findRests } from '#services/purchases/rests/find-rests.ts';
import { findShownRefunds } from '#services/refunds/find-shown-refunds.ts';
import { findViewerFacts } from '#services/requests/find-viewer-facts.ts';
import { presentListedRequest } from '#services/requests/present-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { presentThankYous, thankYousSql } from '#services/thanks/find-thank-yous.ts';
import { type Documents, findDocuments } from './find-documents.ts';
import { fundingSql, sponsorListSql } from './find-impact.ts';

const shownStatuses = ['pending', 'approved', 'refund_due', 'needs_review', 'reversed'] as const;

// A declined payment can still be made with another card while its page is open and the request is not funded.
const canStillBePaid = `p.status = 'failed' AND p.opened_at > now() - $3 * interval '1 millisecond'
  AND r.status IN ('pending', 'reserved')`;

const ofSponsor = 'r.sponsor_id = $1 AND r.request_id = ANY ($2::uuid[])';

// A difference that was paid is part of the entry of its course.
const isCourse = `(p.price_choice_id IS NULL OR p.status IN ('refund_due', 'needs_review', 'reversed'))`;

/** A payment that is shown, with the number of all. */
interface Shown extends Pick<SponsoredRequest, 'thankYous'> {
  id: string;
  total: number;
  refundExpectedAt: Date | null;
  isSponsor: boolean;
}

/**
 * Returns the requests that a sponsor has paid for or can still pay for, newest first: one entry for each payment,
 * without abandoned ones, and without declined ones whose page has closed; with `list`, only what it counts.
 */
export async function findSponsoredRequests(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  sponsorId: string,
  { requests: most, list }: { requests: number; list: SponsorList | undefined },
): Promise<{ totalRequests: number; sponsoredRequests: SponsoredRequest[] }> {
  const shown = await rows<Shown>(
    db,
    `SELECT s.id, s.total, ${expectedTimeSql('refund', 'payment', 's.id::text')} AS "refundExpectedAt",
       s."isSponsor",
       ${thankYousSql('s.request_id', '$1')} AS "thankYous" FROM (
       SELECT p.id, p.request_id, p.created_at, count(*) OVER ()::int AS total, ${sponsorListSql.funded} AS "isSponsor"
       FROM ${fundingSql}
       WHERE p.payer_id = $1 AND ${list ? sponsorListSql[list] : 'true'} AND (p.status = ANY($2) OR (${canStillBePaid})) AND ${isCourse}
       ORDER BY p.created_at DESC, p.id LIMIT $4) s
     ORDER BY s.created_at DESC, s.id`,
    [sponsorId, shownStatuses, limits.paymentSessionMs, most],
  );
  if (shown.length === 0) return { totalRequests: 0, sponsoredRequests: [] };
  const paymentIds = shown.map(({ id }) => id);
  const paymentRows = await findRows(db, PaymentEntity, 'r.id = ANY ($1::uuid[])', [paymentIds]);
  const paymentOf = new Map(paymentRows.map((payment) => [payment.id, payment]));
  const payments = shown.flatMap(({ id }) => paymentOf.get(id) ?? []);
  const ids = payments.map(({ requestId }) => requestId);
  const [requests, facts, sponsorships, documents, returned, refunds, purchases, choices, added, rests] =
    await Promise.all([
      findRows(db, HelpRequestEntity, 'r.id = ANY ($1::uuid[])', [ids]),
      findViewerFacts(db, sponsorId, ids),
      findRows(db, SponsorshipEntity, ofSponsor, [sponsorId, ids]),
      findDocuments(db, ids),
      findReturns(db, payments),
      findShownRefunds(db, config, payments),
      findPurchaseSteps(db, ids),
      findPriceChoices(db, config, paymentIds),
      findAddedPayments(db, paymentIds),
      findRests(db, config, paymentIds),
    ]);
  const requestOf = new Map(requests.map((request) => [request.id, request]));
  const sponsorshipOf = new Map(sponsorships.map((sponsorship) => [sponsorship.requestId, sponsorship]));
  const sponsoredRequests = shown.flatMap(({ id, refundExpectedAt, isSponsor, thankYous }) => {
    const payment = paymentOf.get(id);
    const request = payment && requestOf.get(payment.requestId);
    const fact = request && facts.get(request.id);
    if (!fact) return [];
    return {
      ...presentListedRequest(request, {
        ...fact,
        viewerId: sponsorId,
        showsEmail: fact.hasMeeting,
        payment: payment.status,
        isSponsor,
      }),
      delivery: request.delivery,
      isAnonymous: sponsorshipOf.get(request.id)?.isAnonymous ?? true,
      // Only the sponsor of the course may see its progress.
      enrolledAt: (isSponsor && request.enrolledAt?.toISOString()) || null,
      completedAt: (isSponsor && request.completedAt?.toISOString()) || null,
      purchase: (isSponsor && stepsOf(purchases.get(request.id))) || null,
      priceChoice: choices.get(id) ?? null,
      rest: rests.get(id) ?? null,
      ...((isSponsor && documents.get(request.id)) || noDocuments),
      thankYous: isSponsor ? presentThankYous(thankYous) : [],
      payment: {
        ...presentPayment(payment, returned.get(id), refunds.get(id)),
        refundExpectedAt: refundExpectedAt?.toISOString() ?? null,
        added: added.get(id) ?? [],
      },
    };
  });
  return { totalRequests: shown[0]?.total ?? 0, sponsoredRequests };
}

const noDocuments: Documents = {
  hasProof: false,
  isProofFiled: false,
  canAddProof: false,
  proofRejection: null,
  certificateId: null,
};

// Whether the learner has seen a code, or says that nothing arrived, is between the learner and our staff.
function stepsOf(purchase: OwnPurchase | undefined): PurchaseSteps | undefined {
  if (!purchase) return undefined;
  const { hasCode: _hasCode, codeSeenAt: _codeSeenAt, notReceivedAt: _notReceivedAt, ...steps } = purchase;
  return steps;
}

/** Returns the time of the refund or chargeback, by payment. */
async function findReturns(db: DataSource, payments: Payment[]): Promise<Map<string, Date>> {
  const ids = payments.filter(({ status }) => status === 'reversed').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const returns = await rows<{ paymentId: string; returnedAt: Date }>(
    db,
    `SELECT payment_id AS "paymentId", returned_at AS "returnedAt" FROM ledger_payments
     WHERE payment_id = ANY ($1) AND returned_at IS NOT NULL`,
    [ids],
  );
  return new Map(returns.map(({ paymentId, returnedAt }) => [paymentId, returnedAt]));
}

function presentPayment(
  payment: Payment,
  returnedAt: Date | undefined,
  refund: SponsoredRequest['payment']['refund'] | undefined,
): Omit<SponsoredRequest['payment'], 'added' | 'refundExpectedAt'> {
  return {
    reference: payment.reference,
    outcome: payment.status === 'refund_due' ? 'refund_due' : toPaymentOutcome(payment.status).outcome,
    price: toMajor(payment.priceMinor),
    fee: toMajor(payment.feeMinor),
    amount: toMajor(payment.amountMinor),
    currency: payment.currency,
    paidAt: payment.settledAt?.toISOString() ?? null,
    returnedAt: returnedAt?.toISOString() ?? null,
    refund: refund ?? null,
    receiptNumber: payment.receiptNumber === null ? null : receiptNumberText(payment.receiptNumber),
  };
}
