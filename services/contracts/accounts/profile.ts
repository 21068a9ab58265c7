import * as z from 'zod/mini';
import { dataResponse, endpoint, MessageSchema, roles } from '../endpoint.ts';
import {
  EmailSchema,
  IdSchema,
  NewPasswordSchema,
  nameText,
  PhoneSchema,
  PictureSchema,
  passwordTooLong,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { genders, profilePictureFile } from './accounts.ts';
import { countries } from './countries.ts';
import { LinkTokenSchema } from './recovery.ts';

/** The fields of a profile that its user may change. */
export const ProfileFormSchema = z.object({
  fullName: nameText('Please enter your name.', 121),
  phoneNumber: PhoneSchema,
  country: z.enum(countries, 'Please select your country.'),
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
  guardian: z.nullable(z.object({ email: z.string(), hasAgreed: z.boolean() })),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
});
/** See {@link ProfileSchema}. */
export type Profile = z.output<typeof ProfileSchema>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/user/me',
  summary: 'The caller’s account',
  auth: 'token',
  response: dataResponse(ProfileSchema),
});

export const changeProfile = endpoint({
  method: 'PUT',
  path: '/user/me',
  summary: 'Change name, phone, country and gender',
  auth: 'token',
  body: ProfileFormSchema,
  response: dataResponse(ProfileSchema),
});

export const changePrivacy = endpoint({
  method: 'PUT',
  path: '/user/me/privacy',
  summary: 'Hide the learner’s e-mail address from sponsors, or show it with a meeting',
  auth: ['learner'],
  body: z.object({ hidesEmail: z.boolean('Please choose whether sponsors see your e-mail address.') }),
  response: MessageSchema,
});

export const changePicture = endpoint({
  method: 'PUT',
  path: '/user/me/picture',
  summary: 'Change the profile picture',
  auth: 'token',
  limit: 'uploads',
  file: profilePictureFile,
  response: dataResponse(ProfileSchema),
});

const currentPassword = z
  .string('Please enter your current password.')
  .check(
    z.minLength(1, 'Please enter your current password.'),
    z.maxLength(limits.passwordMaxBytes, passwordTooLong),
  );

export const changePassword = endpoint({
  method: 'POST',
  path: '/user/change-password',
  summary: 'Choose a new password knowing the current one; ends all other sessions',
  auth: 'token',
  limit: 'checkPassword',
  body: z.object({ currentPassword, newPassword: NewPasswordSchema }),
  response: MessageSchema,
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/user/change-email',
  summary:
    'Change the email address: the new one must confirm, the old one is notified and can undo for 7 days',
  auth: 'token',
  limit: 'checkPassword',
  statuses: [202],
  body: z.object({ newEmail: EmailSchema, currentPassword }),
  response: MessageSchema,
});

export const readEmailChange = endpoint({
  method: 'GET',
  path: '/user/confirm-email-change',
  summary: 'Whose account the link that was sent to a new address belongs to; changes nothing',
  auth: 'optional',
  limit: 'browse',
  query: z.object({ token: LinkTokenSchema }),
  response: dataResponse(
    z.object({
      /** The present address of the account, masked. */
      account: z.string(),
      newEmail: z.string(),
      /** Whether the caller is signed in to that account, and so may confirm. */
      isOwn: z.boolean(),
    }),
  ),
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/user/confirm-email-change',
  summary:
    'Confirm the new address by the link that was sent to it, signed in to the account; 409 for another account',
  auth: 'token',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
  response: MessageSchema,
});

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/user/undo-email-change',
  summary: 'Stop or undo a change of address by the link that was sent to the old one; ends every session',
  auth: 'public',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
  response: MessageSchema,
});

/** An active session. */
const SessionSchema = z.object({
  _id: IdSchema,
  isCurrent: z.boolean(),
  /** Browser and operating system, such as "Firefox on Windows". */
  device: z.string(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/me/sessions',
  summary: 'Where this account is signed in',
  auth: 'token',
  response: dataResponse(z.array(SessionSchema)),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/me/sessions/:id',
  summary: 'Sign out one session',
  auth: 'token',
  params: z.object({ id: IdSchema }),
  response: MessageSchema,
});

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/user/me/sessions',
  summary: 'Sign out everywhere, here as well',
  auth: 'token',
  response: MessageSchema,
});
