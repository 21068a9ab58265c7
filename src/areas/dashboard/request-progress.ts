import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { isPaid, type RequestStatus } from '#contracts/requests/request-status.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const copy = dashboardCopy.badges;

/** The badge of a request (specification section 2: Paid or Payment Pending, Withdrawn or Refunded), or of its refund. */
export function badgeOf(
  status: RequestStatus,
  isRefunding = false,
): { text: string; kind: 'good' | 'wait' | 'warn' } {
  if (status === 'paid' && isRefunding) return { text: copy.refunding, kind: 'warn' };
  if (isPaid(status)) return { text: copy.paid, kind: 'good' };
  if (status === 'withdrawn') return { text: copy.withdrawn, kind: 'warn' };
  if (status === 'refunded') return { text: copy.refunded, kind: 'warn' };
  return { text: copy.pending, kind: 'wait' };
}

/** Returns whether a request waits for its learner: to answer a meeting, or to take up a course that was handed over. */
export function awaitsLearner(
  { status, meetings, purchase }: Pick<OwnRequest, 'status' | 'meetings' | 'purchase'>,
  nowMs: number,
): boolean {
  if (status === 'paid' && purchase?.status === 'handed_over') return true;
  return meetings.some(
    (meeting) =>
      meeting.status === 'awaiting_time' || (meeting.status === 'proposed' && !hasTakenPlace(meeting, nowMs)),
  );
}

/** The first 50 characters of a description, cut with an ellipsis (specification section 9). */
export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 50 ? `${characters.slice(0, 50).join('').trimEnd()}…` : text;
}
