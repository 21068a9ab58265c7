import { useEffect, useState } from 'react';
import { minuteMs } from '#contracts/durations.ts';
import type { SponsorshipResponse } from '#contracts/funding/sponsorships.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { payCopy as copy } from '../status/status.copy.ts';

interface ReservationProps {
  reservation: NonNullable<SponsorshipResponse['reservation']>;
  asOfMs: number;
  onOver: () => void;
}

/**
 * Remaining time of the reservation. A server has rendered another second, which the next one corrects. `aria-live` is off, so that the countdown is not announced every second.
 */
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
        <p role="status" suppressHydrationWarning>
          {copy.taken(minutesLeft(leftMs))}
        </p>
      </Notice>
    );
  }
  return (
    <p className="soft" role="timer" aria-live="off" suppressHydrationWarning>
      {isOver ? copy.ranOut : copy.reserved(formatCountdown(leftMs))}
    </p>
  );
}

/**
 * Formats milliseconds as a countdown, rounded up to seconds: 61_000 → "1:01"; at least "0:00".
 * @internal Its test needs no page.
 */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Converts milliseconds to minutes, rounded up, at least 1, as the server does.
 * @internal Its test needs no page.
 */
export function minutesLeft(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / minuteMs));
}

/** Returns the remaining milliseconds of a period that began at `asOfMs`, updated every second; 0 once it is over. */
export function useTimeLeft(durationMs: number, asOfMs: number): number {
  const endMs = asOfMs + durationMs;
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isOver = nowMs >= endMs;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);

  return Math.max(0, endMs - nowMs);
}
