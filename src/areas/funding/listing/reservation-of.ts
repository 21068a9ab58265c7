import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { sponsorStatusPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';

/** The time in which one sponsor may pay for a request. */
export interface Reservation {
  /** Whether the signed-in sponsor is the one. */
  isMine: boolean;
  /** ISO 8601. */
  until: string;
}

/** Returns the reservation of a request; undefined without one, and once it is over. */
export function reservationOf({
  reservedUntil,
  isMine,
}: Pick<ListedRequest, 'reservedUntil' | 'isMine'>): Reservation | undefined {
  if (reservedUntil === null || Date.parse(reservedUntil) <= serverNow()) return undefined;
  return { isMine, until: reservedUntil };
}

/** Path of the page on which a sponsor pays for a request. */
export const payPathOf = ({ _id: requestId }: Pick<ListedRequest, '_id'>) =>
  sponsorStatusPath({ state: 'pay', requestId });
