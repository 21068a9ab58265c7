import { momentText } from '#services/payments/receipts.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';

/** Entries of the audit log that say how far the delivery of a course is, as the bank reads them. */
export const deliverySteps = {
  'purchase.bought': 'Course bought',
  'purchase.handed_over': 'Course handed over to the learner',
  'purchase.code_seen': 'Learner saw the enrolment code',
  'purchase.not_received': 'Learner reported that the course had not arrived',
  'purchase.queued': 'Course to be bought again',
  'purchase.failed': 'Purchase ended without the course',
  'purchase.enrolled': 'Learner enrolled',
  'payment.reversed': 'All of the payment given back',
} as const;

/** A step of the delivery, and when it was. */
export interface DeliveryStep {
  step: keyof typeof deliverySteps;
  at: Date;
}

type PurchaseTimes = Pick<Purchase, 'boughtAt' | 'handedOverAt' | 'codeSeenAt' | 'redeemedAt'>;

/** Entries of one transaction have the same time. */
const order = Object.keys(deliverySteps);
const isStep = (action: string): action is DeliveryStep['step'] => action in deliverySteps;

/**
 * Returns the steps of a delivery, oldest first. A purchase that was started over has forgotten its earlier order, so its row is
 * used only for steps that the audit log does not have. Pure.
 */
export function findDeliverySteps(
  entries: readonly { action: string; createdAt: Date }[],
  purchase: PurchaseTimes | null,
): DeliveryStep[] {
  const logged = entries.flatMap(({ action, createdAt }): DeliveryStep[] =>
    isStep(action) ? [{ step: action, at: createdAt }] : [],
  );
  const stored: [DeliveryStep['step'], Date | null | undefined][] = [
    ['purchase.bought', purchase?.boughtAt],
    ['purchase.handed_over', purchase?.handedOverAt],
    ['purchase.code_seen', purchase?.codeSeenAt],
    ['purchase.enrolled', purchase?.redeemedAt],
  ];
  const missing = stored.flatMap(([step, at]): DeliveryStep[] =>
    at && !logged.some((entry) => entry.step === step) ? [{ step, at }] : [],
  );
  return [...logged, ...missing].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || order.indexOf(a.step) - order.indexOf(b.step),
  );
}

/** Returns when the learner was enrolled; null while they are not. Pure. */
export const findEnrolment = (steps: readonly DeliveryStep[]): Date | null =>
  steps.findLast(({ step }) => step === 'purchase.enrolled')?.at ?? null;

/** Says in one sentence how far the delivery was at a time, with the dates of its steps. Pure. */
export function describeDelivery(steps: readonly DeliveryStep[], draftedAt: Date): string {
  const dateOf = (step: DeliveryStep['step']) =>
    momentText(steps.findLast((entry) => entry.step === step)?.at ?? draftedAt);
  if (findEnrolment(steps))
    return `The learner was enrolled in the course on ${dateOf('purchase.enrolled')}.`;
  const latest = steps.findLast(({ step }) => step !== 'purchase.code_seen')?.step;
  switch (latest) {
    case 'purchase.bought':
      return `The course was bought on ${dateOf(latest)}.`;
    case 'purchase.handed_over':
      return `The course was bought on ${dateOf('purchase.bought')} and handed over to the learner on ${dateOf(latest)}.`;
    case 'purchase.not_received':
      return `The course was handed over on ${dateOf('purchase.handed_over')} to the learner, who reported on ${dateOf(latest)} that it had not arrived.`;
    case 'purchase.queued':
      return `The course was to be bought again since ${dateOf(latest)}, and had not been by ${momentText(draftedAt)}.`;
    case 'purchase.failed':
      return `The purchase ended without the course on ${dateOf(latest)}.`;
    case 'payment.reversed':
      return `All of the payment was given back on ${dateOf(latest)}.`;
    default:
      return `The course had not been bought by ${momentText(draftedAt)}.`;
  }
}
