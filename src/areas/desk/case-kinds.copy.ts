import type { CaseKind } from '#contracts/cases/cases.ts';

/** Names of the kinds of cases. */
export const caseKindNames: Record<CaseKind, string> = {
  purchase: 'Purchase',
  refund: 'Refund',
  dispute: 'Dispute',
  payment_review: 'Payment review',
  request_review: 'Request review',
  report: 'Report',
  appeal: 'Appeal',
  reconciliation: 'Reconciliation',
  document: 'Document',
  job_failure: 'Job failure',
};
