import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { type Step, stepNames } from '#contracts/dashboard/request-state.ts';
import type { PurchaseSteps } from '#contracts/purchases/purchases.ts';

/** One step of a timeline: `done`, next (`now`), `later`, or the end of a request that was withdrawn or refunded (`left`). */
export interface TimelineStep {
  name: string;
  state: 'done' | 'now' | 'later' | 'left';
  /** When it happened, or will (a meeting). */
  at: string | null;
  note?: string;
}

/** Returns a step without a note. */
export const step = (name: Step, state: TimelineStep['state'], at: string | null = null): TimelineStep => ({
  name: stepNames[name],
  state,
  at,
});

/** Returns a step that is done once it has a time, and next where the reading says so. */
export const stepBy = (current: Step, name: Step, at: string | null = null): TimelineStep =>
  step(name, at ? 'done' : name === current ? 'now' : 'later', at);

/**
 * Returns the steps after the payment: bought, handed over, enrolled, completed, with `meetings` before the enrolment. A refund
 * that is under way ends them. The purchase is null until the job after the settlement has queued it; its steps are left out
 * where a course was enrolled without them: bought by its sponsor, or before there were purchases.
 */
export function stepsAfterPayment(
  request: Pick<OwnRequest, 'status' | 'enrolledAt' | 'completedAt'> & {
    purchase: Pick<PurchaseSteps, 'boughtAt' | 'handedOverAt'> | null;
  },
  current: Step,
  meetings: readonly TimelineStep[] = [],
): TimelineStep[] {
  const { status, purchase, enrolledAt, completedAt } = request;
  const steps = [
    stepBy(current, 'bought', purchase?.boughtAt),
    stepBy(current, 'handedOver', purchase?.handedOverAt),
  ];
  const done = steps.filter(({ state }) => state === 'done');
  const enrolled = stepBy(current, 'enrolled', enrolledAt);
  if (current === 'refunding') return [...done, ...(enrolledAt ? [enrolled] : []), step(current, 'now')];
  return [
    ...(status === 'paid' ? steps : done),
    ...meetings,
    enrolled,
    stepBy(current, 'completed', completedAt),
  ];
}
