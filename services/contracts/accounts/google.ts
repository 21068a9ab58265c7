import * as z from 'zod/mini';
import { dataResponse, endpoint, LenientText, roles } from '../endpoint.ts';
import { phoneNumber } from '../fields.ts';
import { CountrySchema, defaultCountry } from './countries.ts';
import { ageFields } from './guardians.ts';
import { genders, goals } from './person.ts';
import { GoogleTokenSchema, KeepSignedInSchema } from './sign-in.ts';

/** The message on which the browser goes to `/complete-profile` (specification section 4). */
export const completeRegistration = 'Complete registration';

/** A verified Google identity without an account; stored in the browser for `/complete-profile`. */
export const PendingRegistrationSchema = z.object({
  fullName: z.string(),
  email: z.string(),
  profilePictureUrl: z.nullable(z.string()),
  /** A signed single-use ticket, valid for 30 minutes; the only input that the registration trusts. */
  googleId: z.string(),
});
export type PendingRegistration = z.output<typeof PendingRegistrationSchema>;

const SignedInSchema = z.object({ token: z.string(), role: z.enum(roles), firstName: z.string() });

export const signInWithGoogle = endpoint('POST', '/user/auth/google', 'public', {
  summary: 'Sign in with a Google credential; a first sign-in returns a ticket to complete the registration',
  limit: 'google',
  body: z.object({ token: GoogleTokenSchema, keepSignedIn: KeepSignedInSchema }),
  response: dataResponse(z.union([SignedInSchema, PendingRegistrationSchema])),
});

const missing = 'Please fill in all required fields';

export const GoogleRegistrationSchema = z.object({
  phoneNumber: phoneNumber(missing),
  country: z._default(CountrySchema, defaultCountry),
  gender: z.enum(Object.keys(genders) as (keyof typeof genders)[], missing),
  role: z.enum(Object.keys(goals) as (keyof typeof goals)[], missing),
  googleId: z.string(missing).check(z.minLength(1, missing), z.maxLength(4_096)),
  email: z.optional(z.string()),
  fullName: z.optional(z.string()),
  profilePictureUrl: z.optional(z.nullable(z.string())),
  keepSignedIn: KeepSignedInSchema,
  ...ageFields,
});

export const finalizeGoogle = endpoint('POST', '/user/auth/google-finalize', 'public', {
  summary: 'Finish a registration that began with Google; the ticket alone says who it is',
  limit: 'signUp',
  statuses: [201],
  body: GoogleRegistrationSchema,
  response: dataResponse(SignedInSchema),
});

/** Sign-in without a popup: redirects to Google, which redirects to {@link finishGoogleRedirect}. */
export const startGoogleRedirect = endpoint('GET', '/user/auth/google/start', 'public', {
  summary:
    'Redirect to Google to sign in; `next` is the page to return to, `keepSignedIn=false` a session of this browser only',
  statuses: [302],
  hasEffect: true,
  query: z.object({ next: LenientText, keepSignedIn: LenientText }),
  response: 'redirect',
});

/**
 * Signs in and redirects to the return page with the result in the fragment: `#token=…` (a session), `#newcomer=…`
 * (base64url JSON of {@link PendingRegistrationSchema}) or `#error=…`.
 */
export const finishGoogleRedirect = endpoint('GET', '/user/auth/google/callback', 'public', {
  summary: 'Return from Google: redirect to the page that receives the result of the sign-in',
  limit: 'google',
  statuses: [303],
  hasEffect: true,
  query: z.object({ code: LenientText, state: LenientText, error: LenientText }),
  response: 'redirect',
});

/** Addresses of sign-in by redirect. */
export const googleRedirect = {
  startPath: `/api${startGoogleRedirect.path}`,
  callbackPath: `/api${finishGoogleRedirect.path}`,
  returnPath: '/google-return',
} as const;
