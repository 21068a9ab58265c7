import type { EntityManager } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import type { ProviderEvent } from '#services/providers/payment-provider.ts';
import type { ProviderIncident } from './payment.entity.ts';

const titles: Record<string, string> = {
  'charge.success': 'A payment succeeded',
  'charge.dispute.create': 'A payer disputes a payment',
  'charge.dispute.remind': 'A dispute is still waiting for an answer',
  'charge.dispute.resolve': 'A dispute is resolved',
  'refund.pending': 'A refund was started at the provider',
  'refund.processing': 'A refund is on its way',
  'refund.processed': 'A refund was paid out',
  'refund.failed': 'A refund failed',
  'refund.needs-attention': 'A refund needs the payer\u2019s bank details',
  'bank.transfer.rejected': 'A bank transfer was sent back',
};

/** Returns what an event of the provider means, for the mail and the case about it. */
export function incidentTitle(event: string): string {
  return titles[event] ?? 'The provider reports something about a payment';
}

/** Returns the summary of the case about an event; `detail` is the provider's own, such as the category of a dispute. */
export function incidentSummary(event: string, detail: string | null): string {
  return `${incidentTitle(event)}${detail ? ` (${detail})` : ''}.`;
}

/** Kind of the case that each kind of incident opens. */
export const incidentCaseKinds = {
  refund: 'refund',
  dispute: 'dispute',
  rejected_transfer: 'payment_review',
} as const;

// A job stores these events about one of our payments, and closes the case with the outcome. The case may
// be closed by then, and is not opened again.
const finalEvents = ['refund.processed', 'charge.dispute.resolve'];

/** Returns whether a report of the provider waits for our answer, so that operators are mailed at once. Pure. */
export const needsAnswer = ({ kind, event }: Pick<ProviderIncident, 'kind' | 'event'>): boolean =>
  kind === 'dispute' && !finalEvents.includes(event);

/** Opens the operators' case of an incident, about its payment if it names one. */
export async function openIncidentCase(manager: EntityManager, incident: ProviderIncident): Promise<void> {
  const { kind, event, detail, dueAt, paymentId } = incident;
  if (paymentId && finalEvents.includes(event)) return;
  const subject = paymentId
    ? ({ type: 'payment', id: paymentId } as const)
    : ({ type: 'incident', id: incident.id } as const);
  const summary = incidentSummary(event, detail);
  await openCase(manager, { kind: incidentCaseKinds[kind], subject, summary, dueAt });
}

/** Returns what an event reports about a refund, a dispute or a rejected transfer; undefined for any other event. */
export function incidentOf(event: ProviderEvent) {
  const { name, kind, id, status, amountMinor, currency, dueAt, detail } = event;
  if (kind === 'paid' || kind === 'other') return undefined;
  return { kind, event: name, providerId: id, status, amountMinor, currency, dueAt, detail };
}
