import { formatMinor } from '#contracts/money.ts';

/** Money of one transaction in one of the two books, in minor units of its currency. */
export interface BookEntry {
  reference: string;
  currency: string;
  capturedMinor: number;
  /** The provider's fee; null while it does not say it. */
  feesMinor: number | null;
  /** Refunded, or lost in disputes. */
  returnedMinor: number;
}

/** One difference between the books, or money in the account of a request that has ended. */
export interface BookDifference {
  kind: 'missing_here' | 'missing_there' | 'currency' | 'captured' | 'fees' | 'returned' | 'held';
  /** Of the payment; for `held` the account. */
  reference: string;
  /** One sentence for the case and the report. */
  summary: string;
}

/**
 * Compares our ledger with the provider's books, transaction by transaction. A fee that the ledger does not have yet is no
 * difference: the reconciliation records it. Pure.
 */
export function compareBooks(ours: readonly BookEntry[], theirs: readonly BookEntry[]): BookDifference[] {
  const here = new Map(ours.map((entry) => [entry.reference, entry]));
  const there = new Set(theirs.map(({ reference }) => reference));
  return [
    ...theirs.flatMap((entry) => compareEntry(here.get(entry.reference), entry)),
    ...ours
      .filter(({ reference }) => !there.has(reference))
      .map(({ reference, capturedMinor, currency }) => ({
        kind: 'missing_there' as const,
        reference,
        summary: `${reference}: the ledger has captured ${formatMinor(capturedMinor, currency)}, and the provider does not know it.`,
      })),
  ];
}

function compareEntry(our: BookEntry | undefined, their: BookEntry): BookDifference[] {
  const { reference, currency } = their;
  const difference = (kind: BookDifference['kind'], text: string) => [
    { kind, reference, summary: `${reference}: ${text}` },
  ];
  const amount = (minor: number) => `${formatMinor(minor, currency)} (${currency})`;
  if (!our) {
    const captured = amount(their.capturedMinor);
    return difference(
      'missing_here',
      `the provider has captured ${captured}, and the ledger does not know it.`,
    );
  }
  if (our.currency !== currency)
    return difference('currency', `${our.currency} in the ledger, ${currency} at the provider.`);
  const compared = (kind: 'captured' | 'fees' | 'returned', ourMinor: number, theirMinor: number) =>
    ourMinor === theirMinor
      ? []
      : difference(kind, `${kind} ${amount(ourMinor)} in the ledger, ${amount(theirMinor)} at the provider.`);
  return [
    ...compared('captured', our.capturedMinor, their.capturedMinor),
    ...(our.feesMinor === null || their.feesMinor === null
      ? []
      : compared('fees', our.feesMinor, their.feesMinor)),
    ...compared('returned', our.returnedMinor, their.returnedMinor),
  ];
}
