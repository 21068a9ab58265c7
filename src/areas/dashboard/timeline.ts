import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { PurchaseSteps } from '#contracts/purchases/purchases.ts';
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

/** Returns a step without a note. */
export const step = (name: string, state: TimelineStep['state'], at: string | null = null): TimelineStep => ({
  name,
  state,
  at,
});

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
  const meeting = request.meetings.find((candidate) => isMeetingOpen(candidate.status));
  const hasMet = meeting !== undefined && hasTakenPlace(meeting, nowMs);
  const before = [
    step(copy.submitted, 'done', request.createdAt),
    ...(request.seenBy > 0 ? [step(copy.seenBy(request.seenBy), 'done', request.firstSeenAt)] : []),
    ...(hasMet ? [step(copy.meeting, 'done', meeting.startsAt)] : []),
  ];
  if (status === 'withdrawn') return [...before, step(copy.withdrawn, 'left', request.withdrawnAt)];
  if (request.review?.state === 'rejected' && !isPaid(status) && status !== 'refunded') {
    return [...before, step(copy.rejected, 'left')];
  }
  const paid = step(copy.paid, 'done', request.paidAt);
  const enrolled = step(copy.enrolled, 'done', request.enrolledAt);
  if (status === 'refunded') {
    const reached = request.enrolledAt ? [paid, enrolled] : [paid];
    return [...before, ...reached, step(copy.refunded, 'left')];
  }
  const ahead = meeting && !hasMet ? meetingAhead(meeting) : undefined;
  if (!isPaid(status)) {
    // A sponsor who arranged a meeting has seen the request, whether that was counted or not.
    const isSeen = request.seenBy > 0 || meeting !== undefined;
    const isWaiting = request.review?.state === 'waiting';
    const optional = { ...step(copy.meeting, 'later'), note: copy.optional };
    return [
      ...before,
      ...(isWaiting ? [step(copy.review, 'now')] : []),
      ...(isSeen ? [] : [step(copy.notSeen, isWaiting ? 'later' : 'now')]),
      ...(ahead ? [ahead] : hasMet ? [] : [optional]),
      { ...paid, state: isSeen && !ahead && !isWaiting ? 'now' : 'later' },
      { ...enrolled, state: 'later' },
      step(copy.completed, 'later', request.completedAt),
    ];
  }
  // Once the learner is enrolled, a coming meeting is not a step towards the course.
  const meetingBefore = ahead && status === 'paid' ? [{ ...ahead, state: 'later' as const }] : [];
  return [...before, paid, ...stepsAfterPayment(request, meetingBefore)];
}

/**
 * Returns the steps after the payment: bought, handed over, enrolled, completed, with `meetings` before the enrolment. A refund
 * that is under way ends them. The purchase is null until the job after the settlement has queued it; its steps are left out
 * where a course was enrolled without them: bought by its sponsor, or before there were purchases.
 */
export function stepsAfterPayment(
  request: Pick<TimelineSource, 'status' | 'enrolledAt' | 'completedAt'> & {
    purchase: Pick<PurchaseSteps, 'boughtAt' | 'handedOverAt' | 'isRefunding'> | null;
  },
  meetings: readonly TimelineStep[] = [],
): TimelineStep[] {
  const { status, purchase, enrolledAt, completedAt } = request;
  const { boughtAt, handedOverAt } = purchase ?? { boughtAt: null, handedOverAt: null };
  if (status === 'paid' && purchase?.isRefunding)
    return [
      ...(boughtAt ? [step(copy.bought, 'done', boughtAt)] : []),
      ...(handedOverAt ? [step(copy.handedOver, 'done', handedOverAt)] : []),
      step(copy.refunding, 'now'),
    ];
  const bought = [
    step(copy.bought, boughtAt ? 'done' : 'now', boughtAt),
    step(copy.handedOver, handedOverAt ? 'done' : boughtAt ? 'now' : 'later', handedOverAt),
  ];
  return [
    ...(status === 'paid' || boughtAt ? bought : []),
    ...meetings,
    step(copy.enrolled, status !== 'paid' ? 'done' : handedOverAt ? 'now' : 'later', enrolledAt),
    step(
      copy.completed,
      status === 'completed' ? 'done' : status === 'enrolled' ? 'now' : 'later',
      completedAt,
    ),
  ];
}

function meetingAhead({ status, startsAt }: OwnRequest['meetings'][number]): TimelineStep {
  const hasTime = status === 'proposed' || status === 'accepted';
  const time = hasTime ? { at: startsAt } : { at: null, note: copy.timeOpen };
  return { name: copy.meeting, state: 'now', ...time };
}
