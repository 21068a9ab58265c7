import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { dashboardCopy } from './dashboard.copy.ts';
import { sponsorViewCopy } from './sponsor-view.copy.ts';
import { step, stepsAfterPayment, type TimelineStep } from './timeline.ts';

const copy = dashboardCopy.timeline;
const { payment: outcomes } = sponsorViewCopy;

type TimelineSource = Pick<SponsoredRequest, 'status' | 'enrolledAt' | 'completedAt' | 'purchase'> & {
  payment: Pick<SponsoredRequest['payment'], 'outcome' | 'paidAt' | 'returnedAt'>;
};

/**
 * Returns the steps of a sponsor's payment with their dates: paid, bought, handed over, enrolled, completed. A payment that is refunded or in
 * review ends there: the progress of a course that another sponsor paid for is not shown.
 */
export function sponsorTimelineOf(request: TimelineSource): TimelineStep[] {
  const { payment } = request;
  const paid = step(copy.paid, 'done', payment.paidAt);
  switch (payment.outcome) {
    case 'success':
      return [paid, ...stepsAfterPayment(request)];
    case 'reversed':
      return [paid, step(copy.refunded, 'left', payment.returnedAt)];
    case 'refund_due':
    case 'needs_review':
      return [paid, step(outcomes[payment.outcome], 'now')];
    default:
      return [
        step(outcomes[payment.outcome], 'now'),
        step(copy.enrolled, 'later'),
        step(copy.completed, 'later'),
      ];
  }
}
