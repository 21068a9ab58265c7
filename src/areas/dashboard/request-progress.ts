import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { learnerReadings } from '#contracts/dashboard/learner-reading.ts';
import { requestStateOf } from '#contracts/dashboard/request-state.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';

/** Returns whether a request waits for its learner: to answer a meeting, or to take up a course that was handed over. */
export function awaitsLearner(
  request: Pick<OwnRequest, 'status' | 'meetings' | 'purchase' | 'review'>,
  nowMs: number,
): boolean {
  if (learnerReadings[requestStateOf(request)].buttons.includes('confirm-enrolment')) return true;
  return request.meetings.some(
    (meeting) =>
      meeting.status === 'awaiting_time' || (meeting.status === 'proposed' && !hasTakenPlace(meeting, nowMs)),
  );
}

/** The first 50 characters of a description, cut with an ellipsis (specification section 9). */
export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 50 ? `${characters.slice(0, 50).join('').trimEnd()}…` : text;
}
