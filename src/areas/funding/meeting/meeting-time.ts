import { minuteMs } from '#contracts/durations.ts';
import type { MeetingResponse } from '#contracts/funding/sponsorships.ts';

/** Returns values for a date and a time input in the browser's time zone. */
export function toDateTimeFields(time: string): { date: string; time: string } {
  const at = new Date(time);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/** Returns whether the learner's proposal can still be accepted. */
export function isProposalAhead(
  { status, proposedStartsAt }: Pick<MeetingResponse, 'status' | 'proposedStartsAt'>,
  nowMs: number,
): boolean {
  return status === 'counter_proposed' && proposedStartsAt !== null && Date.parse(proposedStartsAt) > nowMs;
}

/**
 * Returns the URL of the external calendar's page for a new event: title, details with the room link, and the
 * learner's e-mail as guest (specification section 4), unless the learner hides it; undefined for a meeting without a time.
 */
export function calendarUrl(meeting: MeetingResponse): string | undefined {
  if (!meeting.startsAt || !meeting.endsAt) return undefined;
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: meeting.title,
    dates: `${compactUtc(meeting.startsAt)}/${compactUtc(meeting.endsAt)}`,
    details: [meeting.note, meeting.roomUrl].filter(Boolean).join('\n\n'),
    location: meeting.roomUrl,
    ...(meeting.learner.email && { add: meeting.learner.email }),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Formats `2026-11-20T10:00:00.000Z` as `20261120T100000Z`, as calendar URLs require. */
function compactUtc(time: string): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
