import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { EmailSchema, formRule } from '../fields.ts';
import { LinkTokenSchema } from './recovery.ts';

/** The age from which a person needs no guardian (decisions section 12). */
export const adultAge = 18;
/** The age from which a person may have an account, without exception (decisions section 12). */
export const minimumAge = 13;

/** Versions of the texts that people consent to; changed with every change of the text, never reused. */
export const consentVersions = { terms: '2026-11', guardian: '2026-11-27' } as const;

/** The first version of the guardian's text that says that sponsors see the country; versions sort by their time. */
export const countryTextVersion = '2026-11-27';

/** Messages for a date of birth that is missing or impossible, and for one of a child. */
export const dateMissing = 'Please enter your date of birth.';
export const tooYoung = `You need to be ${minimumAge} to have an account. Please ask a parent or guardian to sign up.`;

// A later day would mean a date of birth in the future.
const isWithinYouth = (day: string) =>
  new Date(day).getUTCFullYear() - new Date().getUTCFullYear() <= adultAge + 1;

// The server knows a month, so that a person waits until the first day of the month after the birthday.
function isOldEnough(adultFrom: string): boolean {
  const oldEnoughFrom = new Date(adultFrom);
  oldEnoughFrom.setUTCFullYear(oldEnoughFrom.getUTCFullYear() - (adultAge - minimumAge));
  return oldEnoughFrom <= new Date();
}

/** Returns whether the person of an account is known to be younger than an account allows, as in one from before that age. */
export const isTooYoung = ({ adultFrom }: { adultFrom: string | null }): boolean =>
  adultFrom !== null && !isOldEnough(adultFrom);

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
  adultFrom: z.optional(
    z.iso
      .date(dateMissing)
      .check(z.refine(isWithinYouth, { error: dateMissing, abort: true }), z.refine(isOldEnough, tooYoung)),
  ),
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
    ({ adultFrom }) => adultFrom === undefined || !isWithinYouth(adultFrom) || isOldEnough(adultFrom),
    ['dateOfBirth'],
    tooYoung,
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

/** What a guardian decides about; `refused` can still become `agreed`, as long as the link is valid. */
const GuardianLinkSchema = z.object({
  firstName: z.string(),
  state: z.enum(['asked', 'agreed', 'refused']),
  /** What the learner asks for now; `course` is null where the title has contact data. */
  requests: z.array(
    z.object({ course: z.nullable(z.string()), isPublic: z.boolean(), isPrivate: z.boolean() }),
  ),
});
export type GuardianLink = z.output<typeof GuardianLinkSchema>;

export const readGuardianLink = endpoint('GET', '/user/guardian-consent', 'public', {
  summary: 'What the link in a mail to a guardian is about; changes nothing',
  limit: 'browse',
  query: z.object({ token: LinkTokenSchema }),
  response: dataResponse(GuardianLinkSchema),
});

export const giveGuardianConsent = endpoint('POST', '/user/guardian-consent', 'public', {
  summary: 'A guardian agrees to the account of a learner under 18, by the link that was sent to them',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
  response: dataResponse(GuardianLinkSchema),
});

export const refuseGuardianConsent = endpoint('POST', '/user/guardian-consent/refuse', 'public', {
  summary: 'A guardian does not agree: the requests of the learner are withdrawn; the link stays valid',
  limit: 'links',
  body: z.object({ token: LinkTokenSchema }),
  response: dataResponse(GuardianLinkSchema),
});

export const GuardianChangeSchema = z.object({ guardianEmail: EmailSchema });

export const changeGuardian = endpoint('PUT', '/user/me/guardian', ['learner'], {
  summary: 'A learner under 18 names another guardian, or has the link sent again',
  limit: 'mailMe',
  statuses: [202],
  body: GuardianChangeSchema,
});
