import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { EmailSchema, formRule } from '../fields.ts';
import { LinkTokenSchema } from './recovery.ts';

/** The age from which a person needs no guardian (decisions section 12). */
export const adultAge = 18;

/** Versions of the texts that people consent to; changed with every change of the text, never reused. */
export const consentVersions = { terms: '2026-11', guardian: '2026-11' } as const;

const dateMissing = 'Please enter your date of birth.';

// A later day would mean a date of birth in the future.
const isWithinYouth = (day: string) =>
  new Date(day).getUTCFullYear() - new Date().getUTCFullYear() <= adultAge + 1;

/**
 * The age in a sign-up: the browser computes `isAdult` from the date of birth, which is not sent. Absent
 * fields, as in the specification's sign-up, count as adult.
 */
export const ageFields = {
  isAdult: z._default(
    z.pipe(
      z.union([z.boolean(), z.enum(['true', 'false'])]),
      z.transform((value: boolean | 'true' | 'false') => String(value) === 'true'),
    ),
    true,
  ),
  /** Required when `isAdult` is false. */
  guardianEmail: z.optional(EmailSchema),
  /**
   * First day of the month after the 18th birthday, for a person under 18: the day on which the account becomes an adult's.
   * The date of birth itself is not sent.
   */
  adultFrom: z.optional(z.iso.date(dateMissing).check(z.refine(isWithinYouth, { error: dateMissing }))),
  /** Version of the terms that the person ticked. */
  termsVersion: z.optional(z.enum([consentVersions.terms])),
};

/** Checks of a form about the age: sponsors are adults, and learners under 18 name a guardian. */
export const ageChecks = [
  formRule<AgeForm>(
    ({ adultFrom }) => adultFrom === undefined || isWithinYouth(adultFrom),
    ['dateOfBirth'],
    dateMissing,
  ),
  formRule<AgeForm>(
    (form) => form.isAdult !== false || form.role !== 'sponsor',
    ['dateOfBirth'],
    'Sponsors must be 18 or older.',
  ),
  formRule<AgeForm>(
    (form) => form.isAdult !== false || Boolean(form.guardianEmail),
    ['guardianEmail'],
    'Please enter the email address of a parent or guardian.',
  ),
] as const;

interface AgeForm {
  role: string;
  isAdult?: boolean | undefined;
  guardianEmail?: string | undefined;
  adultFrom?: string | undefined;
}

export const giveGuardianConsent = endpoint('POST', '/user/guardian-consent', 'public', {
  summary: 'A guardian agrees to the account of a learner under 18, by the link that was sent to them',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
});

export const changeGuardian = endpoint('PUT', '/user/me/guardian', ['learner'], {
  summary: 'A learner under 18 names another guardian, or has the link sent again',
  limit: 'mailMe',
  statuses: [202],
  body: z.object({ guardianEmail: EmailSchema }),
});
