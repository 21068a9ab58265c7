import type { ComparedPayment } from '#contracts/desk/desk-payment-facts.ts';
import { paymentStatusNames, providerWord } from '#contracts/desk/desk-words.ts';
import { formatMinor } from '#contracts/money.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { eventsThatSay } from '#services/providers/reports.ts';

/** A payment with its payer, the fee that the ledger knows, and what the provider last said. */
export interface ComparedRow
  extends Pick<ComparedPayment, 'id' | 'reference' | 'providerId' | 'status' | 'payer' | 'payerEmail'>,
    Pick<Payment, 'amountMinor' | 'capturedMinor' | 'capturedCurrency'>,
    Pick<Payment, 'settledAt' | 'lastCheckedAt' | 'createdAt'> {
  currency: string;
  feesMinor: number | null;
  /** `data` of the provider's last webhook about the charge. */
  charge: Record<string, unknown> | null;
  chargedAt: Date | null;
}

/** Columns of {@link ComparedRow} in a query that reads {@link comparedPayments}. */
export const comparedColumns = `p.id, p.reference, p.transaction_id AS "providerId", p.status, json_build_object('id', u.id, 'name', u.full_name) AS payer,
  u.email AS "payerEmail",
  p.amount_minor::float8 AS "amountMinor", p.currency, p.captured_minor::float8 AS "capturedMinor",
  p.captured_currency AS "capturedCurrency", nullif(l.fees, 0)::float8 AS "feesMinor", p.settled_at AS "settledAt",
  p.last_checked_at AS "lastCheckedAt", p.created_at AS "createdAt", w.payload -> 'data' AS charge,
  w.created_at AS "chargedAt"`;

const paid = eventsThatSay('paid')
  .map((event) => `'${event}'`)
  .join();

/** Payments `p` with their payers `u`, their money in the ledger `l`, and the last webhook about their charge `w`. */
export const comparedPayments = `payments p JOIN users u ON u.id = p.payer_id
  LEFT JOIN LATERAL (SELECT sum(fees_minor) AS fees, sum(returned_minor) AS returned
    FROM ledger_payments WHERE payment_id = p.id) AS l ON true
  LEFT JOIN LATERAL (SELECT payload, created_at FROM webhook_inbox
    WHERE reference = p.reference AND event IN (${paid}) ORDER BY created_at DESC LIMIT 1) AS w ON true`;

/** Maps a payment to our row beside what the provider reported; a handler does not call the provider. */
export function presentCompared(payment: ComparedRow): ComparedPayment {
  const { id, reference, providerId, status, payer, payerEmail, settledAt, createdAt } = payment;
  // A settled payment is one whose amount the provider has reported.
  const reports = [payment.chargedAt, payment.lastCheckedAt ?? settledAt];
  const reportedAt = Math.max(...reports.map((at) => at?.getTime() ?? 0));
  return {
    ...{ id, reference, providerId, status, payer, payerEmail },
    comparison: compareWithProvider(payment),
    recordedAt: (settledAt ?? createdAt).toISOString(),
    reportedAt: reportedAt > 0 ? new Date(reportedAt).toISOString() : null,
  };
}

/** Statuses of ours that fit each status of a charge at the provider. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  success: ['approved', 'added', 'refund_due', 'needs_review', 'reversed'],
  reversed: ['reversed', 'refund_due'],
  failed: ['failed', 'abandoned', 'initiating', 'pending'],
  abandoned: ['failed', 'abandoned', 'initiating', 'pending'],
};

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const minorOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/**
 * Puts our row beside the provider's, as far as the provider has said something: in its webhook about the charge, or when
 * it was asked at the settlement. A value that only one side has is no difference. Pure.
 * @internal Its test compares rows that the database need not have.
 */
export function compareWithProvider(
  payment: Omit<
    ComparedRow,
    'id' | 'providerId' | 'payer' | 'payerEmail' | 'settledAt' | 'lastCheckedAt' | 'createdAt' | 'chargedAt'
  >,
): ComparedPayment['comparison'] {
  const { reference, status, amountMinor, currency, capturedMinor, capturedCurrency, feesMinor } = payment;
  const charge = payment.charge ?? {};
  const theirStatus = textOf(charge.status) ?? (capturedMinor === null ? null : 'success');
  const theirCurrency = textOf(charge.currency) ?? capturedCurrency;
  const theirFees = minorOf(charge.fees);
  const theirMinor = minorOf(charge.amount) ?? capturedMinor;
  const line = (
    name: string,
    ours: string | null,
    provider: string | null,
    differs = ours !== null && provider !== null && ours !== provider,
  ) => ({ name, ours, provider, differs });
  const amount = (minor: number | null, unit: string | null) =>
    minor === null ? null : formatMinor(minor, unit ?? currency);
  return [
    line('Reference', reference, textOf(charge.reference)),
    line(
      'Status',
      paymentStatusNames[status],
      theirStatus && providerWord(theirStatus),
      theirStatus !== null && !(fitting[theirStatus] ?? [status]).includes(status),
    ),
    line(
      'Amount',
      amount(amountMinor, currency),
      amount(theirMinor, theirCurrency),
      theirMinor !== null && theirMinor !== amountMinor,
    ),
    line('Currency', currency, theirCurrency),
    line(
      'Provider’s fee',
      amount(feesMinor, currency),
      amount(theirFees, theirCurrency),
      feesMinor !== null && theirFees !== null && feesMinor !== theirFees,
    ),
  ];
}
