import { expect, it } from 'vitest';
import { formatCountdown, minutesLeft } from './Reservation.tsx';

it.each([
  [900_000, '15:00', 15],
  [899_001, '15:00', 15],
  [61_000, '1:01', 2],
  [59_999, '1:00', 1],
  [1, '0:01', 1],
  [0, '0:00', 1],
  [-5_000, '0:00', 1],
])('formats %d ms as %s and as %d minutes', (leftMs, clock, minutes) => {
  expect([formatCountdown(leftMs), minutesLeft(leftMs)]).toEqual([clock, minutes]);
});
