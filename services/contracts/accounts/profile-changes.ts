import * as z from 'zod/mini';
import { dataResponse, endpoint, objectResponse } from '../endpoint.ts';
import {
  EmailSchema,
  IdSchema,
  idParams,
  NewPasswordSchema,
  nameText,
  OptionalPasswordSchema,
  PhoneSchema,
  typedPassword,
} from '../fields.ts';
import { CountrySchema } from './countries.ts';
import { genders, profilePictureFile } from './person.ts';
import { ProfileSchema } from './profile.ts';
import { LinkTokenSchema } from './recovery.ts';
import { GoogleTokenSchema } from './sign-in.ts';

/** The fields of a profile that its user may change. */
export const ProfileFormSchema = z.object({
  fullName: nameText('Please enter your name.', 121),
  phoneNumber: PhoneSchema,
  country: CountrySchema,
  gender: z.enum(Object.keys(genders) as (keyof typeof genders)[], 'Please select your gender.'),
});

export const changeProfile = endpoint('PUT', '/user/me', 'token', {
  summary: 'Change name, phone, country and gender',
  body: ProfileFormSchema,
  response: dataResponse(ProfileSchema),
});

export const changePicture = endpoint('PUT', '/user/me/picture', 'token', {
  summary: 'Change the profile picture',
  limit: 'uploads',
  file: profilePictureFile,
  response: dataResponse(ProfileSchema),
});

const currentPassword = typedPassword('Please enter your current password.');

export const confirmIdentity = endpoint('POST', '/user/me/confirm', 'token', {
  summary:
    'Prove again who is calling, by the password or a Google credential: sensitive changes need that, or a sign-in of the last 15 minutes',
  limit: 'checkPassword',
  body: z.object({ currentPassword: OptionalPasswordSchema, googleToken: z.optional(GoogleTokenSchema) }),
});

export const PasswordChangeSchema = z.object({ currentPassword, newPassword: NewPasswordSchema });

export const changePassword = endpoint('POST', '/user/change-password', 'token', {
  summary: 'Choose a new password knowing the current one; ends all other sessions',
  limit: 'checkPassword',
  body: PasswordChangeSchema,
});

export const EmailChangeSchema = z.object({ newEmail: EmailSchema, currentPassword: OptionalPasswordSchema });

export const changeEmail = endpoint('POST', '/user/change-email', 'token', {
  summary:
    'Change the email address: needs the password, or a sign-in of the last 15 minutes. The new one must confirm, the old one is notified and can undo for 7 days',
  limit: 'checkPassword',
  statuses: [202],
  body: EmailChangeSchema,
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
  /** Country of the network at the sign-in as an ISO 3166 code, a guess; null when unknown. */
  country: z.nullable(z.string()),
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
