import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { dashboardCopy } from './dashboard.copy.ts';
import { sponsorViewCopy } from './sponsor-view.copy.ts';
import { isEnding, isHandedOver, purchaseSteps, type TimelineStep } from './timeline.ts';

const copy = dashboardCopy.timeline;
const { payment: outcomes } = sponsorViewCopy;

type TimelineSource = Pick<SponsoredRequest, 'status' | 'enrolledAt' | 'completedAt' | 'purchase'> & {
  payment: Pick<SponsoredRequest['payment'], 'outcome' | 'paidAt' | 'returnedAt'>;
};

/**
 * Returns the steps of a sponsor's payment with their dates: paid, bought, handed over, enrolled, completed. A payment that is refunded or in
 * review ends there: the progress of a course that another sponsor paid for is not shown.
 */
export function sponsorTimelineOf({
  status,
  payment,
  purchase,
  enrolledAt,
  completedAt,
}: TimelineSource): TimelineStep[] {
  const paid: TimelineStep = { name: copy.paid, state: 'done', at: payment.paidAt };
  const later = [
    { name: copy.enrolled, state: 'later', at: null },
    { name: copy.completed, state: 'later', at: null },
  ] as const;
  switch (payment.outcome) {
    case 'success':
      if (isEnding(status, purchase)) return [paid, ...purchaseSteps(status, purchase)];
      return [
        paid,
        ...purchaseSteps(status, purchase),
        {
          name: copy.enrolled,
          state: status !== 'paid' ? 'done' : isHandedOver(purchase) ? 'now' : 'later',
          at: enrolledAt,
        },
        {
          name: copy.completed,
          state: status === 'completed' ? 'done' : status === 'enrolled' ? 'now' : 'later',
          at: completedAt,
        },
      ];
    case 'reversed':
      return [paid, { name: copy.refunded, state: 'left', at: payment.returnedAt }];
    case 'refund_due':
    case 'needs_review':
      return [paid, { name: outcomes[payment.outcome], state: 'now', at: null }];
    default:
      return [{ name: outcomes[payment.outcome], state: 'now', at: null }, ...later];
  }
}
