import * as z from 'zod/mini';
import { endpoint, objectResponse, roles } from '../endpoint.ts';
import {
  EmailSchema,
  formRule,
  idParams,
  invalidEmail,
  NewPasswordSchema,
  nameText,
  PhoneSchema,
  typedPassword,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { CountrySchema, countryCheck } from './countries.ts';
import { ageChecks, ageFields } from './guardians.ts';

/** Genders and their labels (specification section 5). */
export const genders = { male: 'Male', female: 'Female', nb: 'Prefer not to say' } as const;
/** Roles available at sign-up and their labels (specification section 5). */
export const goals = {
  learner: 'I want to ask for help to fund course',
  sponsor: 'I want to sponsor a learner/group of learners',
} as const;

const profile = {
  email: EmailSchema,
  password: NewPasswordSchema,
  phoneNumber: PhoneSchema,
  country: CountrySchema,
  gender: z.enum(Object.keys(genders) as (keyof typeof genders)[], 'Please select your gender.'),
  role: z.enum(Object.keys(goals) as (keyof typeof goals)[], 'Please select your goal.'),
};

/** The profile picture upload of a sign-up. */
export const profilePictureFile = {
  field: 'profilePicture',
  maxBytes: limits.profilePictureBytes,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  missing: 'Profile picture is required.',
  tooLarge: 'Please select an image less than 500KB.',
  wrongType: 'Please select a PNG, JPEG or WebP image.',
} as const;

/** The sign-up form as shown: first and last name separate, password confirmed. */
export const SignUpFormSchema = z
  .object({
    ...profile,
    firstName: nameText('First name is required.', 60),
    lastName: nameText('Last name is required.', 60),
    confirmPassword: z.string('Passwords do not match.'),
    isAdult: z.optional(z.boolean()),
    guardianEmail: ageFields.guardianEmail,
    adultFrom: z.optional(z.string()),
  })
  .check(
    formRule(
      (form) => form.password === form.confirmPassword,
      ['confirmPassword'],
      'Passwords do not match.',
    ),
    countryCheck,
    ...ageChecks,
  );

export const onboard = endpoint('POST', '/user/onboard', 'public', {
  summary: 'Sign up with e-mail, password and a profile picture; of a learner under 18 without one',
  limit: 'signUp',
  statuses: [201],
  body: z.object({ ...profile, fullName: nameText('First name is required.', 121), ...ageFields }),
  file: {
    ...profilePictureFile,
    // Sponsors never see a picture of a learner under 18, so none is asked for, and none is stored.
    isIgnoredWith: (fields: { isAdult?: unknown }) => String(fields.isAdult) === 'false',
  },
});

const bothNeeded = 'Please enter both email and password';

export const signIn = endpoint('POST', '/user/auth', 'public', {
  summary: 'Sign in with e-mail and password',
  limit: 'signIn',
  body: z.object({
    email: z
      .string(bothNeeded)
      .check(z.trim(), z.toLowerCase(), z.minLength(1, bothNeeded), z.maxLength(254, invalidEmail)),
    password: typedPassword(bothNeeded),
  }),
  response: objectResponse({ token: z.string(), role: z.enum(roles), firstName: z.string() }),
});

export const signOut = endpoint('POST', '/user/logout', 'token', {
  summary: 'End this session: its token stops working',
});

export const getPicture = endpoint('GET', '/user/:id/picture', 'public', {
  summary: 'A profile picture; `v` is part of the address that was handed out',
  params: idParams,
  query: z.object({ v: z.string('Not found.').check(z.minLength(1), z.maxLength(64)) }),
  response: 'binary',
});
