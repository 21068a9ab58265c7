import type { DataSource } from 'typeorm';
import { minuteMs } from '#contracts/durations.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import type { PaymentProvider, ProviderRefund } from '#services/providers/payment-provider.ts';
import type { Refund } from './refund.entity.ts';

/** A refund of the provider, with our row when there is one. */
export interface MatchedRefund {
  row: Refund | undefined;
  reported: ProviderRefund;
}

/** Clocks of both sides may differ by this much. */
const skewMs = 5 * minuteMs;

/**
 * Finds our row for each refund that the provider lists for a payment: by the provider's id, or, for a refund whose
 * answer was lost, by amount and time. The provider has no idempotency key, so nothing else connects the two. Pure.
 */
export function matchRefunds(rows: readonly Refund[], listed: readonly ProviderRefund[]): MatchedRefund[] {
  const known = new Map(rows.flatMap((row) => (row.providerId ? [[row.providerId, row]] : [])));
  const unanswered = rows.filter(({ providerId, status }) => !providerId && status === 'pending');
  // Oldest first, so that a refund started later by hand is not taken for the one that we started.
  const ordered = listed.toSorted((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
  return ordered.map((reported) => {
    const row = known.get(reported.id);
    if (row) return { row, reported };
    const index = unanswered.findIndex((refund) => couldBe(refund, reported));
    return { row: index < 0 ? undefined : unanswered.splice(index, 1)[0], reported };
  });
}

function couldBe({ amountMinor, currency, calledAt }: Refund, reported: ProviderRefund): boolean {
  if (reported.amountMinor !== amountMinor || reported.currency !== currency || !calledAt) return false;
  return reported.createdAt === null || reported.createdAt.getTime() >= calledAt.getTime() - skewMs;
}

/** The provider's report about the refunds of one payment. */
export interface RefundReport {
  paymentId: string;
  refunds: readonly ProviderRefund[];
  /** When the read began, by the database's clock. */
  readAt: Date;
}

type Read = Pick<Payment, 'id' | 'reference' | 'transactionId' | 'createdAt'>;

/**
 * Reads the provider's refunds of a payment. The provider's list has those of the whole account, also of other
 * applications, and names a transaction by its number, its reference or not at all.
 * @throws ProviderUnavailableError
 */
export async function readRefunds(
  db: DataSource,
  provider: Pick<PaymentProvider, 'listRefunds' | 'verify'>,
  payment: Read,
): Promise<RefundReport> {
  const readAt = await databaseNow(db.manager);
  const transactionId = payment.transactionId ?? (await identify(db, provider, payment));
  const listed = await provider.listRefunds({ from: new Date(payment.createdAt.getTime() - skewMs) });
  // A refund that names no transaction is never taken for one of this payment.
  const refunds = listed.filter((refund) =>
    refund.transactionId !== null && transactionId !== null
      ? refund.transactionId === transactionId
      : refund.reference === payment.reference,
  );
  return { paymentId: payment.id, refunds, readAt };
}

/** Asks for the number of a payment that was settled without it, and stores it; null where the provider does not know it. */
async function identify(db: DataSource, provider: Pick<PaymentProvider, 'verify'>, { id, reference }: Read) {
  const transaction = await provider.verify(reference);
  if (!transaction) return null;
  await db.manager.update(PaymentEntity, id, { transactionId: transaction.id });
  return transaction.id;
}
