import * as z from 'zod/mini';
import { dataResponse, endpoint, nullableObject, objectResponse, roles } from '../endpoint.ts';
import {
  EmailSchema,
  IdSchema,
  idParams,
  NewPasswordSchema,
  nameText,
  PhoneSchema,
  PictureSchema,
  typedPassword,
} from '../fields.ts';
import { genders, profilePictureFile } from './accounts.ts';
import { CountrySchema } from './countries.ts';
import { LinkTokenSchema } from './recovery.ts';

/** The fields of a profile that its user may change. */
export const ProfileFormSchema = z.object({
  fullName: nameText('Please enter your name.', 121),
  phoneNumber: PhoneSchema,
  country: CountrySchema,
  gender: z.enum(Object.keys(genders) as (keyof typeof genders)[], 'Please select your gender.'),
});

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
});
export type Profile = z.output<typeof ProfileSchema>;

export const getProfile = endpoint('GET', '/user/me', 'token', {
  summary: 'The caller’s account',
  response: dataResponse(ProfileSchema),
});

export const changeProfile = endpoint('PUT', '/user/me', 'token', {
  summary: 'Change name, phone, country and gender',
  body: ProfileFormSchema,
  response: dataResponse(ProfileSchema),
});

export const changePrivacy = endpoint('PUT', '/user/me/privacy', ['learner'], {
  summary: 'Hide the learner’s e-mail address from sponsors, or show it with a meeting',
  body: z.object({ hidesEmail: z.boolean('Please choose whether sponsors see your e-mail address.') }),
});

/** A time zone that this system knows (IANA name). */
const isTimeZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

export const reportTimeZone = endpoint('PUT', '/user/me/time-zone', 'token', {
  summary:
    'Store the time zone of the browser, in which mails and the other participant see times of meetings',
  body: z.object({
    timeZone: z
      .string('Please name a time zone.')
      .check(z.maxLength(64), z.refine(isTimeZone, 'Please name a time zone.')),
  }),
});

export const changePicture = endpoint('PUT', '/user/me/picture', 'token', {
  summary: 'Change the profile picture',
  limit: 'uploads',
  file: profilePictureFile,
  response: dataResponse(ProfileSchema),
});

const currentPassword = typedPassword('Please enter your current password.');

export const changePassword = endpoint('POST', '/user/change-password', 'token', {
  summary: 'Choose a new password knowing the current one; ends all other sessions',
  limit: 'checkPassword',
  body: z.object({ currentPassword, newPassword: NewPasswordSchema }),
});

export const changeEmail = endpoint('POST', '/user/change-email', 'token', {
  summary:
    'Change the email address: the new one must confirm, the old one is notified and can undo for 7 days',
  limit: 'checkPassword',
  statuses: [202],
  body: z.object({ newEmail: EmailSchema, currentPassword }),
});

export const readEmailChange = endpoint('GET', '/user/confirm-email-change', 'optional', {
  summary: 'Whose account the link that was sent to a new address belongs to; changes nothing',
  limit: 'browse',
  query: z.object({ token: LinkTokenSchema }),
  response: objectResponse({
    /** The present address of the account, masked. */
    account: z.string(),
    newEmail: z.string(),
    /** Whether the caller is signed in to that account, and so may confirm. */
    isOwn: z.boolean(),
  }),
});

export const confirmEmailChange = endpoint('POST', '/user/confirm-email-change', 'token', {
  summary:
    'Confirm the new address by the link that was sent to it, signed in to the account; 409 for another account',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
});

export const undoEmailChange = endpoint('POST', '/user/undo-email-change', 'public', {
  summary: 'Stop or undo a change of address by the link that was sent to the old one; ends every session',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
});

const SessionSchema = z.object({
  _id: IdSchema,
  isCurrent: z.boolean(),
  /** Browser and operating system, such as "Firefox on Windows". */
  device: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});

export const listSessions = endpoint('GET', '/user/me/sessions', 'token', {
  summary: 'Where this account is signed in',
  response: dataResponse(z.array(SessionSchema)),
});

export const endSession = endpoint('DELETE', '/user/me/sessions/:id', 'token', {
  summary: 'Sign out one session',
  params: idParams,
});

export const endAllSessions = endpoint('DELETE', '/user/me/sessions', 'token', {
  summary: 'Sign out everywhere, here as well',
});
