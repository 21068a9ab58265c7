import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { type LearnerReading, learnerReading } from '#contracts/dashboard/learner-reading.ts';
import type { Step } from '#contracts/dashboard/request-state.ts';
import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import { isPaid } from '#contracts/requests/request-status.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { dashboardCopy } from './dashboard.copy.ts';
import { step, stepBy, stepsAfterPayment, type TimelineStep } from './timeline-steps.ts';

const copy = dashboardCopy.timeline;

type TimelineSource = Pick<
  OwnRequest,
  | 'status'
  | 'delivery'
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

function meetingOf({ meetings }: Pick<TimelineSource, 'meetings'>, nowMs: number) {
  const meeting = meetings.find((candidate) => isMeetingOpen(candidate.status));
  const hasMet = meeting !== undefined && hasTakenPlace(meeting, nowMs);
  return { meeting, hasMet };
}

/** Returns what the learner reads about a request. A sponsor who arranged a meeting has seen it, whether that was counted or not. */
export function learnerReadingOf(request: TimelineSource, nowMs = serverNow()): LearnerReading {
  const { meeting, hasMet } = meetingOf(request, nowMs);
  const isSeen = request.seenBy > 0 || meeting !== undefined;
  return learnerReading({ ...request, isSeen, hasMeetingAhead: meeting !== undefined && !hasMet });
}

/**
 * Returns the steps of a request with their days: submitted, seen, met, paid, bought, handed over, enrolled, completed. A meeting is done
 * once it has taken place. Steps that can no longer happen are left out; a withdrawn or refunded
 * request ends there, and so does one that an operator has rejected.
 */
export function timelineOf(request: TimelineSource, nowMs = serverNow()): TimelineStep[] {
  const { meeting, hasMet } = meetingOf(request, nowMs);
  const current = learnerReadingOf(request, nowMs).step;
  const by = (name: Step, at?: string | null) => stepBy(current, name, at);
  const before = [
    step('submitted', 'done', request.createdAt),
    ...(request.seenBy > 0
      ? [{ ...step('notSeen', 'done', request.firstSeenAt), name: copy.seenBy(request.seenBy) }]
      : []),
    ...(hasMet ? [step('meeting', 'done', meeting?.startsAt)] : []),
  ];
  const reached = request.enrolledAt
    ? [by('paid', request.paidAt), by('enrolled', request.enrolledAt)]
    : [by('paid', request.paidAt)];
  if (current === 'withdrawn') return [...before, step(current, 'left', request.withdrawnAt)];
  if (current === 'rejected') return [...before, step(current, 'left')];
  if (current === 'refunded') return [...before, ...reached, step(current, 'left')];
  const ahead = meeting && !hasMet ? meetingAhead(meeting) : undefined;
  if (!isPaid(request.status)) {
    const isSeen = request.seenBy > 0 || meeting !== undefined;
    return [
      ...before,
      ...(current === 'review' ? [by('review')] : []),
      ...(isSeen ? [] : [by('notSeen')]),
      ...(ahead ? [{ ...ahead, state: by('meeting').state }] : []),
      ...(meeting ? [] : [{ ...by('meeting'), note: copy.optional }]),
      by('paid'),
      by('enrolled'),
      by('completed', request.completedAt),
    ];
  }
  // Once the learner is enrolled, a coming meeting is not a step towards the course.
  const meetingBefore = ahead && request.status === 'paid' ? [ahead] : [];
  return [...before, by('paid', request.paidAt), ...stepsAfterPayment(request, current, meetingBefore)];
}

function meetingAhead({ status, startsAt }: OwnRequest['meetings'][number]): TimelineStep {
  const hasTime = status === 'proposed' || status === 'accepted';
  const time = hasTime ? { at: startsAt } : { at: null, note: copy.timeOpen };
  return { ...step('meeting', 'later'), ...time };
}
