import type { EntityManager } from 'typeorm';
import { closeCase } from '#services/operations/cases/close-case.ts';
import { openCase } from '#services/operations/cases/open-case.ts';
import type { ProviderIncident } from './provider-incident.entity.ts';

/** Kind of the case that each kind of incident opens. */
export const incidentCaseKinds = {
  refund: 'refund',
  dispute: 'dispute',
  rejected_transfer: 'payment_review',
} as const;

/**
 * Opens the operators' case of an incident, about its payment if it names one; a resolved dispute closes its case. A
 * processed refund of one of our payments needs no person: its case may be closed by then, and is not opened again.
 */
export async function openIncidentCase(manager: EntityManager, incident: ProviderIncident): Promise<void> {
  const { kind, event, status, detail, dueAt, paymentId } = incident;
  const subject = paymentId
    ? ({ type: 'payment', id: paymentId } as const)
    : ({ type: 'incident', id: incident.id } as const);
  if (event === 'refund.processed' && paymentId) return;
  const summary = [event, status, detail].filter(Boolean).join('; ');
  if (event === 'charge.dispute.resolve' && paymentId)
    await closeCase(manager, { kind: 'dispute', subject }, { outcome: 'resolved', reason: summary });
  else await openCase(manager, { kind: incidentCaseKinds[kind], subject, summary, dueAt });
}
