/** The statuses of a learner's request (decisions, section 3). */
export const requestStatuses = [
  'pending',
  'reserved',
  'paid',
  'enrolled',
  'completed',
  'withdrawn',
  'refunded',
] as const;
/** See {@link requestStatuses}. */
export type RequestStatus = (typeof requestStatuses)[number];

/**
 * The allowed transitions, enforced by `moveRequest` and read by the browser.
 * `pending → paid`: a payment may succeed after its reservation was released.
 * `reserved → reserved`: a reservation is renewed, or another sponsor takes over one that has expired.
 */
const transitions: Record<RequestStatus, readonly RequestStatus[]> = {
  pending: ['reserved', 'paid', 'withdrawn'],
  reserved: ['pending', 'reserved', 'paid', 'withdrawn'],
  paid: ['enrolled', 'refunded'],
  enrolled: ['completed', 'refunded'],
  completed: [],
  withdrawn: [],
  refunded: ['pending'],
};

/** Whether a request in status `from` may move to `to`. */
export function canMove(from: RequestStatus, to: RequestStatus): boolean {
  return transitions[from].includes(to);
}

/** Whether the course has been paid for (the wire's `paid`). */
export function isPaid(status: RequestStatus): boolean {
  return status === 'paid' || status === 'enrolled' || status === 'completed';
}

/** Whether a sponsor can still pay for the request. */
export function isOpen(status: RequestStatus): boolean {
  return canMove(status, 'paid');
}
