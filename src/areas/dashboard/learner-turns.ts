import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { learnerButtons } from '#contracts/dashboard/learner-reading.ts';
import { requestStateOf } from '#contracts/dashboard/request-state.ts';
import { hasTakenPlace, type MeetingStatus } from '#contracts/meetings/meeting-status.ts';
import type { learnerViewCopy } from './learner-view.copy.ts';

/** Returns what waits for the learner of a request. */
export function learnerTurns(
  request: Pick<OwnRequest, 'status' | 'meetings' | 'purchase' | 'review' | 'priceConfirmBy' | 'invoice'>,
  nowMs: number,
): LearnerTurn[] {
  const state = requestStateOf(request);
  const buttons = learnerButtons(request);
  const has = (status: MeetingStatus) =>
    state !== 'completed' &&
    request.meetings.some((meeting) => meeting.status === status && !hasTakenPlace(meeting, nowMs));
  const waits: Record<LearnerTurn, boolean> = {
    enrolment: buttons.includes('confirm-enrolment') && !request.purchase?.notReceivedAt,
    time: has('awaiting_time'),
    meeting: has('proposed'),
    price: buttons.includes('confirm-price') && request.priceConfirmBy !== null,
    invoice: buttons.includes('add-invoice') && request.invoice?.isThere === false,
  };
  return (Object.keys(waits) as LearnerTurn[]).filter((turn) => waits[turn]);
}
type LearnerTurn = keyof typeof learnerViewCopy.turns;
