import * as z from 'zod/mini';
import { meetingLinkServices, parseMeetingLink } from './meeting-link.ts';

export const chooseTime = 'Please choose a date and a time.';

/** A start of a meeting: ISO 8601 with an offset. */
export const MeetingStartSchema = z.iso.datetime({ offset: true, error: chooseTime });

const wrongLink = `Please enter the link of a call on ${meetingLinkServices}, as the service gives it.`;
export const MeetingLinkSchema = z.object({
  url: z.string(wrongLink).check(
    z.maxLength(500, wrongLink),
    z.refine((typed) => parseMeetingLink(typed) !== undefined, wrongLink),
  ),
});
