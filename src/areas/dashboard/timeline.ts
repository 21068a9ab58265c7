import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { PurchaseSteps } from '#contracts/purchases/purchase-views.ts';
import { isPaid } from '#contracts/requests/request-status.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const copy = dashboardCopy.timeline;

/** One step of a timeline: `done`, next (`now`), `later`, or the end of a request that was withdrawn or refunded (`left`). */
export interface TimelineStep {
  name: string;
  state: 'done' | 'now' | 'later' | 'left';
  /** When it happened, or will (a meeting). */
  at: string | null;
  note?: string;
}

type TimelineSource = Pick<
  OwnRequest,
  | 'status'
  | 'createdAt'
  | 'seenBy'
  | 'firstSeenAt'
  | 'meetings'
  | 'paidAt'
  | 'enrolledAt'
  | 'completedAt'
  | 'purchase'
  | 'withdrawnAt'
  | 'review'
>;

/**
 * Returns the steps of a request with their days: submitted, seen, met, paid, bought, handed over, enrolled, completed. A meeting is done
 * once it has taken place. Steps that can no longer happen are left out; a withdrawn or refunded
 * request ends there, and so does one that an operator has rejected.
 */
export function timelineOf(request: TimelineSource, nowMs = serverNow()): TimelineStep[] {
  const { status } = request;
  const meeting = request.meetings.find((one) => isMeetingOpen(one.status));
  const hasMet = meeting !== undefined && hasTakenPlace(meeting, nowMs);
  const submitted: TimelineStep = { name: copy.submitted, state: 'done', at: request.createdAt };
  const seen: TimelineStep = { name: copy.seenBy(request.seenBy), state: 'done', at: request.firstSeenAt };
  const met: TimelineStep = { name: copy.meeting, state: 'done', at: meeting?.startsAt ?? null };
  const before = [submitted, ...(request.seenBy > 0 ? [seen] : []), ...(hasMet ? [met] : [])];
  if (status === 'withdrawn') {
    return [...before, { name: copy.withdrawn, state: 'left', at: request.withdrawnAt }];
  }
  if (request.review?.state === 'rejected' && !isPaid(status) && status !== 'refunded') {
    return [...before, { name: copy.rejected, state: 'left', at: null }];
  }
  const paid: TimelineStep = { name: copy.paid, state: 'done', at: request.paidAt };
  const enrolled: TimelineStep = { name: copy.enrolled, state: 'done', at: request.enrolledAt };
  if (status === 'refunded') {
    const reached = request.enrolledAt ? [paid, enrolled] : [paid];
    return [...before, ...reached, { name: copy.refunded, state: 'left', at: null }];
  }
  const completed: TimelineStep = { name: copy.completed, state: 'done', at: request.completedAt };
  const ahead = meeting && !hasMet ? meetingAhead(meeting) : undefined;
  if (!isPaid(status)) {
    // A sponsor who arranged a meeting has seen the request, whether that was counted or not.
    const isSeen = request.seenBy > 0 || meeting !== undefined;
    const isWaiting = request.review?.state === 'waiting';
    const optional: TimelineStep = { name: copy.meeting, state: 'later', at: null, note: copy.optional };
    return [
      ...before,
      ...(isWaiting ? [{ name: copy.review, state: 'now' as const, at: null }] : []),
      ...(isSeen
        ? []
        : [{ name: copy.notSeen, state: isWaiting ? ('later' as const) : ('now' as const), at: null }]),
      ...(ahead ? [ahead] : hasMet ? [] : [optional]),
      { ...paid, state: isSeen && !ahead && !isWaiting ? 'now' : 'later' },
      { ...enrolled, state: 'later' },
      { ...completed, state: 'later' },
    ];
  }
  const bought = purchaseSteps(status, request.purchase);
  if (isEnding(status, request.purchase)) return [...before, paid, ...bought];
  return [
    ...before,
    paid,
    ...bought,
    // Once the learner is enrolled, a coming meeting is no step towards the course.
    ...(ahead && status === 'paid' ? [{ ...ahead, state: 'later' as const }] : []),
    { ...enrolled, state: status !== 'paid' ? 'done' : isHandedOver(request.purchase) ? 'now' : 'later' },
    { ...completed, state: status === 'completed' ? 'done' : status === 'enrolled' ? 'now' : 'later' },
  ];
}

/** What the steps depend on. */
type Progress = Pick<PurchaseSteps, 'boughtAt' | 'handedOverAt' | 'isRefunding'>;

/**
 * Returns the steps between payment and enrolment; the purchase is null until the job after the settlement has queued it. They are
 * left out where a course was enrolled without them: bought by its sponsor, or before there were purchases. A refund that is under
 * way ends them.
 */
export function purchaseSteps(status: OwnRequest['status'], purchase: Progress | null): TimelineStep[] {
  const { boughtAt, handedOverAt } = purchase ?? { boughtAt: null, handedOverAt: null };
  if (status !== 'paid' && !boughtAt) return [];
  const handedOver: TimelineStep = { name: copy.handedOver, state: 'done', at: handedOverAt };
  if (isEnding(status, purchase))
    return [
      ...(boughtAt ? [{ name: copy.bought, state: 'done' as const, at: boughtAt }] : []),
      ...(handedOverAt ? [handedOver] : []),
      { name: copy.refunding, state: 'now', at: null },
    ];
  return [
    { name: copy.bought, state: boughtAt ? 'done' : 'now', at: boughtAt },
    { ...handedOver, state: handedOverAt ? 'done' : boughtAt ? 'now' : 'later' },
  ];
}

/** Whether the payment goes back to the sponsor, so that nothing follows. */
export function isEnding(status: OwnRequest['status'], purchase: Progress | null): boolean {
  return status === 'paid' && purchase?.isRefunding === true;
}

/** Whether enrolment is the next step. */
export function isHandedOver(purchase: Pick<PurchaseSteps, 'handedOverAt'> | null): boolean {
  return purchase !== null && purchase.handedOverAt !== null;
}

function meetingAhead({ status, startsAt }: OwnRequest['meetings'][number]): TimelineStep {
  const hasTime = status === 'proposed' || status === 'accepted';
  const time = hasTime ? { at: startsAt } : { at: null, note: copy.timeOpen };
  return { name: copy.meeting, state: 'now', ...time };
}
