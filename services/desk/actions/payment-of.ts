import { isSampleReference } from '#services/payments/sample-reference.ts';
import { conflict } from '#services/platform/errors.ts';
import type { ActionContext } from './case-action.ts';

/** Returns the payment that a case is about: its subject, or the approved payment of its purchase or request. */
export function paymentOf({ case: { subjectType, subjectId }, subject }: ActionContext) {
  return subject.payments.find(({ id, ours }) =>
    subjectType === 'payment'
      ? id === subjectId
      : ours.status === 'approved' && (subject.paymentId === null || id === subject.paymentId),
  );
}

/** Returns the id of {@link paymentOf}. @throws HttpError 409 when the case has no such payment. */
export function requirePayment(context: ActionContext): string {
  const id = paymentOf(context)?.id;
  if (!id) throw conflict('This case has no payment.');
  return id;
}

/** Obstacle of actions that call the payment provider, which may not know the payments of the sample data. */
export function sampleObstacle({ subject }: ActionContext): string | undefined {
  const isUnknown = subject.payments.some(
    ({ reference, isAtProvider }) => isSampleReference(reference) && !isAtProvider,
  );
  if (!isUnknown) return undefined;
  return 'This payment is sample data, which the payment provider does not know. Pay for a request to try this.';
}
