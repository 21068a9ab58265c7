import { meetingCopy as copy } from '../status.copy.ts';

/** A date and a time as typed, as ISO time in UTC; nothing for two empty fields, a sentence when it cannot be. */
export function meetingTime(
  date: string,
  time: string,
  now: Date,
): { startsAt?: string; problem?: undefined } | { problem: string } {
  if (!date && !time) return {};
  if (!date || !time) return { problem: copy.bothTimes };
  const startsAt = new Date(`${date}T${time}`);
  if (Number.isNaN(startsAt.getTime())) return { problem: copy.bothTimes };
  return startsAt > now ? { startsAt: startsAt.toISOString() } : { problem: copy.past };
}
