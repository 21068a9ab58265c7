import type { PaymentStory } from '#contracts/desk/desk-money.ts';
import { formatMinor } from '#contracts/money.ts';
import type { PaymentRow } from './payment-parts.ts';

type Comparison = PaymentStory['comparison'];

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
 */
export function compareWithProvider(
  payment: Pick<
    PaymentRow,
    | 'reference'
    | 'status'
    | 'amountMinor'
    | 'currency'
    | 'capturedMinor'
    | 'capturedCurrency'
    | 'feesMinor'
    | 'charge'
  >,
): Comparison {
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
      status,
      theirStatus,
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
