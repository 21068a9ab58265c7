import { meetingCopy as copy } from '../status/status.copy.ts';

/** Either the time, or the sentence why there is none. */
export interface ParsedMeetingTime {
  startsAt?: string;
  problem?: string;
}

/** Converts a typed local date and time to an ISO time in UTC, or returns the sentence why that is not possible. */
export function parseMeetingTime(date: string, time: string, now: Date): ParsedMeetingTime {
  const startsAt = new Date(`${date}T${time}`);
  if (!date || !time || Number.isNaN(startsAt.getTime())) return { problem: copy.chooseTime };
  return startsAt > now ? { startsAt: startsAt.toISOString() } : { problem: copy.past };
}
