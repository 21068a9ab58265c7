import type * as z from 'zod/mini';
import { type Currency, chargeFor, currencies, formatMinor, toMinor } from '#contracts/money.ts';
import { type deliveries, durationUnits, type HelpRequestSchema } from '#contracts/requests.ts';

/** The form as it is typed: numbers are still text. */
export interface HelpForm {
  link: string;
  course: {
    courseTitle: string;
    platform: string;
    price: string;
    priceUnit: Currency;
    duration: string;
    durationUnit: (typeof durationUnits)[number];
  };
  delivery: keyof typeof deliveries;
  account: { email: string; password: string };
  motivation: string;
  socials: string;
  isPrivate: boolean;
  isPublic: boolean;
  recipientEmails: string[];
}

/** The fields in the order of the screen, for the summary of problems. */
export const helpFields = [
  'course.courseTitle',
  'course.platform',
  'link',
  'course.price',
  'course.priceUnit',
  'course.duration',
  'course.durationUnit',
  'delivery',
  'account.email',
  'account.password',
  'motivation',
  'socials',
  'isPublic',
  'isPrivate',
  'recipientEmails',
] as const;

/** An empty form, or one that goes on from a draft. */
export function startHelpForm(draft: Partial<HelpForm> = {}): HelpForm {
  return {
    link: '',
    delivery: 'platform-login',
    motivation: '',
    socials: '',
    isPrivate: false,
    isPublic: false,
    recipientEmails: [],
    ...draft,
    course: {
      courseTitle: '',
      platform: '',
      price: '',
      priceUnit: currencies[0],
      duration: '',
      durationUnit: durationUnits[0],
      ...draft.course,
    },
    account: { email: '', ...draft.account, password: '' },
  };
}

/** The form as it travels: numbers as numbers, the login only where it is needed, recipients only when private. */
export function toHelpRequest(form: HelpForm): z.input<typeof HelpRequestSchema> {
  const { account, course, recipientEmails, ...rest } = form;
  return {
    ...rest,
    course: { ...course, price: typedNumber(course.price), duration: typedNumber(course.duration) },
    ...(form.delivery === 'platform-login' ? { account } : {}),
    recipientEmails: form.isPrivate ? uniqueEmails(recipientEmails) : [],
  };
}

/** Addresses trimmed, lower-cased, without empty ones and without doubles. */
export function uniqueEmails(emails: readonly string[]): string[] {
  return [...new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean))];
}

/** A number as people type it ("20,000", "19.99"); NaN when it is none. */
export function typedNumber(typed: string): number {
  const text = typed.replace(/[\s,]/g, '');
  return text ? Number(text) : Number.NaN;
}

/** What a sponsor will pay for a typed price, as lines of text; undefined while there is no price. */
export function amountPreview(price: string, currency: string) {
  const major = typedNumber(price);
  if (!(major > 0) || major > 1e9) return undefined;
  const charge = chargeFor(toMinor(major));
  return {
    course: formatMinor(charge.priceMinor, currency),
    fee: formatMinor(charge.feeMinor, currency),
    total: formatMinor(charge.totalMinor, currency),
  };
}
