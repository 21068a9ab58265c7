import { useEffect } from 'react';
import type { SponsorshipResponse } from '#contracts/funding/sponsorships.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { payCopy as copy } from '../status/status.copy.ts';
import { formatCountdown, minutesLeft } from './time-left.ts';
import { useTimeLeft } from './use-time-left.ts';

interface ReservationProps {
  reservation: NonNullable<SponsorshipResponse['reservation']>;
  asOfMs: number;
  onOver: () => void;
}

/** Remaining time of the reservation. `aria-live` is off, so that the countdown is not announced every second. */
export function Reservation({ reservation, asOfMs, onOver }: ReservationProps) {
  const { isMine } = reservation;
  const leftMs = useTimeLeft(reservation.leftMs, asOfMs);
  const isOver = leftMs === 0;

  useEffect(() => {
    if (isOver && !isMine) onOver();
  }, [isOver, isMine, onOver]);

  if (!isMine) {
    return (
      <Notice kind="warn">
        <p role="status">{copy.taken(minutesLeft(leftMs))}</p>
      </Notice>
    );
  }
  return (
    <p className="soft" role="timer" aria-live="off">
      {isOver ? copy.ranOut : copy.reserved(formatCountdown(leftMs))}
    </p>
  );
}
