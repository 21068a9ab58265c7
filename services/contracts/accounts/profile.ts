import * as z from 'zod/mini';
import { dataResponse, endpoint, nullableObject, roles } from '../endpoint.ts';
import { IdSchema, PictureSchema } from '../fields.ts';
import { isTimeZone } from '../time-zone.ts';

/** A user's account as only that user may see it. */
export const ProfileSchema = z.object({
  _id: IdSchema,
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** Whether sponsors never see the address of this learner. */
  hidesEmail: z.boolean(),
  /** The requested new address that is not confirmed yet. */
  newEmail: z.nullable(z.string()),
  fullName: z.string(),
  phoneNumber: z.nullable(z.string()),
  country: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  role: z.enum(roles),
  profilePicture: z.nullable(PictureSchema),
  /** Set for a learner under 18. */
  guardian: nullableObject({ email: z.string(), hasAgreed: z.boolean(), hasRefused: z.boolean() }),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** Whether sensitive changes need no other proof: the person signed in, or gave one, within the last 15 minutes. */
  isConfirmed: z.boolean(),
});
export type Profile = z.output<typeof ProfileSchema>;

export const getProfile = endpoint('GET', '/user/me', 'token', {
  summary: 'The caller’s account',
  response: dataResponse(ProfileSchema),
});

export const changePrivacy = endpoint('PUT', '/user/me/privacy', ['learner'], {
  summary: 'Hide the learner’s e-mail address from sponsors, or show it with a meeting',
  body: z.object({ hidesEmail: z.boolean('Please choose whether sponsors see your e-mail address.') }),
});

export const reportTimeZone = endpoint('PUT', '/user/me/time-zone', 'token', {
  summary:
    'Store the time zone of the browser, in which mails and the other participant see times of meetings',
  body: z.object({
    timeZone: z
      .string('Please name a time zone.')
      .check(z.maxLength(64), z.refine(isTimeZone, 'Please name a time zone.')),
  }),
});
