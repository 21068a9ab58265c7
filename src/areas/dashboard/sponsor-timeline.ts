import type { SponsoredRequest } from '#contracts/sponsored.ts';
import { dashboardCopy } from './dashboard.copy.ts';
import type { TimelineStep } from './timeline.ts';

const copy = dashboardCopy.timeline;
const { payment: outcomes } = dashboardCopy;

type Told = Pick<SponsoredRequest, 'status' | 'enrolledAt' | 'completedAt'> & {
  payment: Pick<SponsoredRequest['payment'], 'outcome' | 'paidAt' | 'returnedAt'>;
};

/**
 * What became of a sponsor's payment, with its days: paid, enrolled, completed. Money that goes back, or that a
 * person looks at, ends there: what the course of somebody else's payment became is not told.
 */
export function sponsorTimelineOf({ status, payment, enrolledAt, completedAt }: Told): TimelineStep[] {
  const paid: TimelineStep = { name: copy.paid, state: 'done', at: payment.paidAt };
  const later = [
    { name: copy.enrolled, state: 'later', at: null },
    { name: copy.completed, state: 'later', at: null },
  ] as const;
  switch (payment.outcome) {
    case 'success':
      return [
        paid,
        { name: copy.enrolled, state: status === 'paid' ? 'now' : 'done', at: enrolledAt },
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
