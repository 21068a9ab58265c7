import type { EntityManager } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import { incidentSummary } from './incident-title.ts';
import type { ProviderIncident } from './provider-incident.entity.ts';

/** Kind of the case that each kind of incident opens. */
export const incidentCaseKinds = {
  refund: 'refund',
  dispute: 'dispute',
  rejected_transfer: 'payment_review',
} as const;

// What these events say about one of our payments is stored by a job, which closes the case with the outcome. The case may
// be closed by then, and is not opened again.
const finalEvents = ['refund.processed', 'charge.dispute.resolve'];

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
