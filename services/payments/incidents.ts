import type { EntityManager } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import type { ProviderEvent, ProviderReport } from '#services/providers/payment-provider.ts';
import { reportOf } from '#services/providers/reports.ts';
import type { ProviderIncident } from './payment.entity.ts';

const titles: Record<ProviderReport, string> = {
  paid: 'A payment succeeded',
  dispute_opened: 'A payer disputes a payment',
  dispute_waits: 'A dispute is still waiting for an answer',
  dispute_resolved: 'A dispute is resolved',
  refund_pending: 'A refund was started at the provider',
  refund_processing: 'A refund is on its way',
  refund_processed: 'A refund was paid out',
  refund_failed: 'A refund failed',
  refund_needs_attention: 'A refund needs the payer\u2019s bank details',
  transfer_rejected: 'A bank transfer was sent back',
};

/** Returns what is reported, for the mail and the case about it; undefined is an event that we do not know. */
export function incidentTitle(report: ProviderReport | undefined): string {
  return report ? titles[report] : 'The provider reports something about a payment';
}

/** Returns the summary of the case about a report; `detail` is the provider's own, such as the category of a dispute. */
export function incidentSummary(report: ProviderReport | undefined, detail: string | null): string {
  return `${incidentTitle(report)}${detail ? ` (${detail})` : ''}.`;
}

/** Kind of the case that each kind of incident opens. */
export const incidentCaseKinds = {
  refund: 'refund',
  dispute: 'dispute',
  rejected_transfer: 'payment_review',
} as const;

// A job stores these events about one of our payments, and closes the case with the outcome. The case may
// be closed by then, and is not opened again.
const finalReports = new Set<ProviderReport | undefined>(['refund_processed', 'dispute_resolved']);

/** Returns whether a report of the provider waits for our answer, so that operators are mailed at once. Pure. */
export const needsAnswer = ({ kind, event }: Pick<ProviderIncident, 'kind' | 'event'>): boolean =>
  kind === 'dispute' && !finalReports.has(reportOf(event));

/** Opens the operators' case of an incident, about its payment if it names one. */
export async function openIncidentCase(manager: EntityManager, incident: ProviderIncident): Promise<void> {
  const { kind, event, detail, dueAt, paymentId } = incident;
  const report = reportOf(event);
  if (paymentId && finalReports.has(report)) return;
  const subject = paymentId
    ? ({ type: 'payment', id: paymentId } as const)
    : ({ type: 'incident', id: incident.id } as const);
  const summary = incidentSummary(report, detail);
  await openCase(manager, { kind: incidentCaseKinds[kind], subject, summary, dueAt });
}

/** Returns what an event reports about a refund, a dispute or a rejected transfer; undefined for any other event. */
export function incidentOf(event: ProviderEvent) {
  const { name, kind, id, status, amountMinor, currency, dueAt, detail } = event;
  if (kind === 'paid' || kind === 'other') return undefined;
  return { kind, event: name, providerId: id, status, amountMinor, currency, dueAt, detail };
}
