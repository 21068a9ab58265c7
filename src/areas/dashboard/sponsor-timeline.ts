import { type SponsorFacts, sponsorReading } from '#contracts/dashboard/sponsor-reading.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { step, stepsAfterPayment, type TimelineStep } from './timeline-steps.ts';

type TimelineSource = SponsorFacts &
  Pick<SponsoredRequest, 'enrolledAt' | 'completedAt' | 'purchase'> & {
    payment: Pick<SponsoredRequest['payment'], 'paidAt' | 'returnedAt'>;
  };

/**
 * Returns the steps of a sponsor's payment with their dates: paid, bought, handed over, enrolled, completed. A payment that is refunded or in
 * review ends there: the progress of a course that another sponsor paid for is not shown.
 */
export function sponsorTimelineOf(request: TimelineSource): TimelineStep[] {
  const { payment } = request;
  const current = sponsorReading(request).step;
  const paid = step('paid', 'done', payment.paidAt);
  switch (payment.outcome) {
    case 'success':
      return [paid, ...stepsAfterPayment(request, current)];
    case 'reversed':
      return [paid, step(current, 'left', payment.returnedAt)];
    case 'refund_due':
    case 'needs_review':
      return [paid, step(current, 'now')];
    default:
      return [step(current, 'now'), step('enrolled', 'later'), step('completed', 'later')];
  }
}
