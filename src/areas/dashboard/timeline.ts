import type { OwnRequest } from '#contracts/dashboard.ts';
import { isPaid } from '#contracts/request-status.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const copy = dashboardCopy.timeline;

/** One step of a request's way: `done`, waited for `now`, still to come, or where it left the way. */
export interface TimelineStep {
  name: string;
  state: 'done' | 'now' | 'later' | 'left';
  /** When it happened, or will (a meeting). */
  at: string | null;
  note?: string;
}

type Told = Pick<
  OwnRequest,
  | 'status'
  | 'createdAt'
  | 'seenBy'
  | 'firstSeenAt'
  | 'meeting'
  | 'paidAt'
  | 'enrolledAt'
  | 'completedAt'
  | 'withdrawnAt'
>;

/**
 * The way of a request, step by step with its days: submitted, seen, met, paid, enrolled, completed. What did not
 * happen and no longer can is left out; a request that was withdrawn or refunded ends where it left.
 */
export function timelineOf(request: Told): TimelineStep[] {
  const { status } = request;
  const submitted: TimelineStep = { name: copy.submitted, state: 'done', at: request.createdAt };
  const seen: TimelineStep = { name: copy.seenBy(request.seenBy), state: 'done', at: request.firstSeenAt };
  const met: TimelineStep = { name: copy.meeting, state: 'done', at: request.meeting?.startsAt ?? null };
  const before = [submitted, ...(request.seenBy > 0 ? [seen] : []), ...(request.meeting ? [met] : [])];
  if (status === 'withdrawn') {
    return [...before, { name: copy.withdrawn, state: 'left', at: request.withdrawnAt }];
  }
  const paid: TimelineStep = { name: copy.paid, state: 'done', at: request.paidAt };
  const enrolled: TimelineStep = { name: copy.enrolled, state: 'done', at: request.enrolledAt };
  if (status === 'refunded') {
    const reached = request.enrolledAt ? [paid, enrolled] : [paid];
    return [...before, ...reached, { name: copy.refunded, state: 'left', at: null }];
  }
  const completed: TimelineStep = { name: copy.completed, state: 'done', at: request.completedAt };
  if (!isPaid(status)) {
    // Whoever arranges a meeting has seen it, whether that was counted or not.
    const isSeen = request.seenBy > 0 || request.meeting !== null;
    return [
      ...before,
      ...(isSeen ? [] : [{ name: copy.notSeen, state: 'now' as const, at: null }]),
      ...(request.meeting
        ? []
        : [{ name: copy.meeting, state: 'later' as const, at: null, note: copy.optional }]),
      { ...paid, state: isSeen ? 'now' : 'later' },
      { ...enrolled, state: 'later' },
      { ...completed, state: 'later' },
    ];
  }
  return [
    ...before,
    paid,
    { ...enrolled, state: status === 'paid' ? 'now' : 'done' },
    { ...completed, state: status === 'completed' ? 'done' : status === 'enrolled' ? 'now' : 'later' },
  ];
}
