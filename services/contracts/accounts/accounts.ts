import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { EmailSchema, formRule, idParams, NewPasswordSchema, nameText, PhoneSchema } from '../fields.ts';
import { CountrySchema, countryCheck } from './countries.ts';
import { ageChecks, ageFields } from './guardians.ts';
import { genders, goals, profilePictureFile } from './person.ts';

const profile = {
  email: EmailSchema,
  password: NewPasswordSchema,
  phoneNumber: PhoneSchema,
  country: CountrySchema,
  gender: z.enum(Object.keys(genders) as (keyof typeof genders)[], 'Please select your gender.'),
  role: z.enum(Object.keys(goals) as (keyof typeof goals)[], 'Please select your goal.'),
};

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

export const getPicture = endpoint('GET', '/user/:id/picture', 'public', {
  summary: 'A profile picture; `v` is part of the address that was handed out',
  params: idParams,
  query: z.object({ v: z.string('Not found.').check(z.minLength(1), z.maxLength(64)) }),
  response: 'binary',
});
