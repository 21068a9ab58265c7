import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';

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
