import type { CaseKind } from '#contracts/cases/cases.ts';

const hourMs = 3_600_000;

/**
 * Time within which a case is due when the caller names none, in milliseconds. Our own targets; a dispute has the
 * deadline of the provider (decisions section 10).
 */
export const dueWithinMs: Record<CaseKind, number> = {
  purchase: 48 * hourMs,
  refund: 24 * hourMs,
  dispute: 16 * hourMs,
  payment_review: 24 * hourMs,
  request_review: 24 * hourMs,
  report: 24 * hourMs,
  appeal: 72 * hourMs,
  reconciliation: 24 * hourMs,
  document: 72 * hourMs,
  job_failure: 24 * hourMs,
};
