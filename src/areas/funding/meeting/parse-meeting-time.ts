import { meetingCopy as copy } from '../status/status.copy.ts';

/** Either the start, or the validation message. */
export interface ParsedMeetingTime {
  startsAt?: string;
  problem?: string;
}

/** Parses a typed local date and time to an ISO time in UTC, or returns the validation message. */
export function parseMeetingTime(date: string, time: string, now: Date): ParsedMeetingTime {
  const startsAt = new Date(`${date}T${time}`);
  if (!date || !time || Number.isNaN(startsAt.getTime())) return { problem: copy.chooseTime };
  return startsAt > now ? { startsAt: startsAt.toISOString() } : { problem: copy.past };
}
