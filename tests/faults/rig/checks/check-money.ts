import type { Snapshot } from './snapshot.ts';

const withMoney = ['approved', 'added', 'needs_review', 'refund_due', 'reversed'];

/** Every captured transaction has a payment of ours that accounts for its money, and no payment has money without one. */
export function checkCaptured({ captured, payments }: Snapshot): string[] {
  const ours = new Map(payments.map((payment) => [payment.reference, payment]));
  const theirs = new Set(captured.map(({ reference }) => reference));
  const lost = captured.flatMap(({ reference, amountMinor, currency }) => {
    const payment = ours.get(reference);
    if (!payment) return [`${reference}: captured, and no payment of ours`];
    if (!withMoney.includes(payment.status)) return [`${reference}: captured, and ${payment.status} here`];
    if (payment.capturedMinor !== amountMinor || payment.capturedCurrency !== currency)
      return [
        `${reference}: captured ${currency} ${amountMinor}, here ${payment.capturedCurrency} ${payment.capturedMinor}`,
      ];
    return [];
  });
  const invented = payments
    .filter(({ reference, status }) => withMoney.includes(status) && !theirs.has(reference))
    .map(({ reference, status }) => `${reference}: ${status} here, and not captured`);
  return [...lost, ...invented];
}

/** The course of an approved payment is being bought, and is on the dashboard of its learner. */
export function checkPurchases({ payments }: Snapshot): string[] {
  return payments
    .filter(
      ({ status, hasPurchase, hasEnrolment }) => status === 'approved' && !(hasPurchase && hasEnrolment),
    )
    .map(
      ({ reference, hasPurchase }) =>
        `${reference}: approved, and no ${hasPurchase ? 'enrolment' : 'purchase'}`,
    );
}

/** The account of the provider in our ledger equals the provider's balance in each currency. */
export function checkLedger({ ledger, provider }: Snapshot): string[] {
  const currencies = new Set([...Object.keys(ledger), ...Object.keys(provider)]);
  return [...currencies]
    .filter((currency) => (ledger[currency] ?? 0) !== (provider[currency] ?? 0))
    .map(
      (currency) =>
        `${currency}: ledger ${ledger[currency] ?? 0}, provider ${provider[currency] ?? 0} minor units`,
    );
}
