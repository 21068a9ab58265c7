import type { ProviderRefund } from '#services/providers/refund-calls.ts';
import type { Refund } from './refund.entity.ts';

/** A refund of the provider, with our row when there is one. */
export interface MatchedRefund {
  row: Refund | undefined;
  reported: ProviderRefund;
}

/** Clocks of both sides may differ by this much. */
export const skewMs = 5 * 60_000;

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
    const index = unanswered.findIndex((one) => couldBe(one, reported));
    return { row: index < 0 ? undefined : unanswered.splice(index, 1)[0], reported };
  });
}

function couldBe({ amountMinor, currency, calledAt }: Refund, reported: ProviderRefund): boolean {
  if (reported.amountMinor !== amountMinor || reported.currency !== currency || !calledAt) return false;
  return reported.createdAt === null || reported.createdAt.getTime() >= calledAt.getTime() - skewMs;
}
