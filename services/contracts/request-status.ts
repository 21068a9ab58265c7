/** Where a learner's request stands (decisions section 3). */
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
 * Which status may follow which: the one table that the server enforces and the browser asks.
 * `pending → paid` is real: a payment may succeed after its reservation has run out.
 */
const transitions: Record<RequestStatus, readonly RequestStatus[]> = {
  pending: ['reserved', 'paid', 'withdrawn'],
  reserved: ['pending', 'paid', 'withdrawn'],
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

/** Whether a sponsor can still take the request on. */
export function isOpen(status: RequestStatus): boolean {
  return canMove(status, 'paid');
}
