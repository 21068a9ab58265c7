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

/** Returns whether a request may move from one status to another. */
export function canMove(from: RequestStatus, to: RequestStatus): boolean {
  return transitions[from].includes(to);
}

/** Returns whether the course has been paid for (`paid` in the wire format). */
export function isPaid(status: RequestStatus): boolean {
  return status === 'paid' || status === 'enrolled' || status === 'completed';
}

/** Returns whether a sponsor can still fund the request. */
export function isOpen(status: RequestStatus): boolean {
  return canMove(status, 'paid');
}
