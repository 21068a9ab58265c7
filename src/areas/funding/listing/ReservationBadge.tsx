import { Badge } from '../../../ui/Badge.tsx';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import type { Reservation } from './reservation-of.ts';

/** Says that a request is being paid for, to the payer with the end of the reservation. */
export function ReservationBadge({ reservation: { isMine, until } }: { reservation: Reservation }) {
  return <Badge kind={isMine ? 'good' : 'wait'}>{isMine ? copy.paying(until) : copy.reserved}</Badge>;
}
