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

const nextStep: Record<RequestStatus, number | undefined> = {
  pending: 1,
  reserved: 1,
  paid: 2,
  enrolled: 3,
  completed: 4,
  withdrawn: undefined,
  refunded: undefined,
};

/** Index of the next step of a request in `dashboardCopy.request.steps`; undefined when it was withdrawn or refunded. */
export function nextStepOf(status: RequestStatus): number | undefined {
  return nextStep[status];
}

/** The first 50 characters of a description, cut with an ellipsis (specification section 9). */
export function shortened(text: string, most = 50): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text;
}
