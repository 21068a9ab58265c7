import * as z from 'zod/mini';
import { serverNow } from '../../../browser/server-clock.ts';
import { meetingCopy as copy } from './meeting.copy.ts';

/** Schema of a typed meeting: parses its start to ISO time in UTC. The start is optional: pass neither date nor time. */
export const TypedMeetingSchema = z.pipe(
  z.object({ date: z.optional(z.string()), time: z.optional(z.string()), note: z.string() }),
  z.transform(({ date, time, note }, { issues }): { startsAt?: string; note: string } => {
    if (date === undefined && time === undefined) return { note };
    const { startsAt, problem } = parseMeetingTime(date ?? '', time ?? '', new Date(serverNow()));
    if (startsAt) return { startsAt, note };
    issues.push({ code: 'custom', message: problem, path: [date ? 'time' : 'date'], input: time });
    return z.NEVER;
  }),
);

/** Parses a typed local date and time to an ISO time in UTC, or returns the validation message. */
export function parseMeetingTime(
  date: string,
  time: string,
  now: Date,
): { startsAt?: string; problem?: string } {
  const startsAt = new Date(`${date}T${time}`);
  if (!date || !time || Number.isNaN(startsAt.getTime())) return { problem: copy.chooseTime };
  return startsAt > now ? { startsAt: startsAt.toISOString() } : { problem: copy.past };
}
