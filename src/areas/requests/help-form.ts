import type * as z from 'zod/mini';
import { type Currency, chargeFor, currencies, formatMinor, toMinor } from '#contracts/money.ts';
import { deliveries, durationUnits } from '#contracts/requests/request-views.ts';
import type { HelpRequestSchema } from '#contracts/requests/requests.ts';
import { parseTypedNumber } from '../../browser/parse-typed-number.ts';
import type { useContractForm } from '../../ui/fields/use-contract-form.ts';

/** Values of the form; numbers are strings. */
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
  invoice: { reference: string; payee: string };
  motivation: string;
  socials: string;
  isPrivate: boolean;
  isPublic: boolean;
  recipientEmails: string[];
}

/** State of the form, as its sections use it. */
export type HelpFormState = ReturnType<typeof useContractForm<HelpForm, typeof HelpRequestSchema>>;

/** Course data that prefills the form. */
export type CoursePrefill = Pick<HelpForm, 'link'> & { course: Partial<HelpForm['course']> };

/** Fields in the order of the page, for the error summary. */
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
  'invoice.reference',
  'invoice.payee',
  'motivation',
  'socials',
  'isPublic',
  'isPrivate',
  'recipientEmails',
] as const;

const deliveryNames = Object.keys(deliveries) as [HelpForm['delivery'], ...HelpForm['delivery'][]];

/** Returns initial values, empty or from a draft. Draft values of a wrong type are dropped. */
export function initialHelpForm(draft: Partial<HelpForm> = {}): HelpForm {
  const empty: HelpForm = {
    link: '',
    course: {
      courseTitle: '',
      platform: '',
      price: '',
      priceUnit: currencies[0],
      duration: '',
      durationUnit: durationUnits[0],
    },
    delivery: deliveryNames[0],
    account: { email: '', password: '' },
    invoice: { reference: '', payee: '' },
    motivation: '',
    socials: '',
    isPrivate: false,
    isPublic: false,
    recipientEmails: [],
  };
  const { account, course, invoice, recipientEmails, ...rest } = draft;
  return {
    ...mergeMatchingTypes(empty, rest),
    // A draft of an earlier version may name a delivery that no longer exists.
    delivery: deliveryNames.find((name) => name === rest.delivery) ?? empty.delivery,
    course: mergeMatchingTypes(empty.course, course),
    account: { ...mergeMatchingTypes(empty.account, account), password: '' },
    invoice: mergeMatchingTypes(empty.invoice, invoice),
    recipientEmails: Array.isArray(recipientEmails)
      ? recipientEmails.filter((email) => typeof email === 'string')
      : [],
  };
}

function mergeMatchingTypes<T extends object>(empty: T, draft: Partial<T> | undefined): T {
  const kept = Object.entries(draft ?? {}).filter(
    ([name, value]) => typeof value === typeof empty[name as keyof T],
  );
  return { ...empty, ...Object.fromEntries(kept) };
}

/** Replaces the course of a form and keeps the other fields. */
export function withCourse(form: HelpForm, { link, course }: CoursePrefill): HelpForm {
  const empty = initialHelpForm();
  return { ...form, link, course: { ...empty.course, ...course } };
}

/**
 * Maps the form to the request body: parses numbers, and includes the login and the recipients only where they apply.
 */
export function toHelpRequest(form: HelpForm): z.input<typeof HelpRequestSchema> {
  const { account, course, invoice, recipientEmails, ...rest } = form;
  return {
    ...rest,
    course: { ...course, price: parseTypedNumber(course.price), duration: parseTypedNumber(course.duration) },
    ...accountOf(form.delivery, account),
    ...(form.delivery === 'school-invoice' && { invoice }),
    recipientEmails: form.isPrivate ? uniqueEmails(recipientEmails) : [],
  };
}

function accountOf(delivery: HelpForm['delivery'], account: HelpForm['account']) {
  if (delivery === 'enrolment-code' || delivery === 'school-invoice') return {};
  return { account: delivery === 'platform-login' ? account : { email: account.email } };
}

/** Returns the addresses trimmed, lower-cased, without empty ones and duplicates. */
export function uniqueEmails(emails: readonly string[]): string[] {
  return [...new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean))];
}

/**
 * Returns what a sponsor will pay for a typed price, as lines of text; undefined without a price, and until the
 * rate of the service fee is known.
 */
export function amountPreview(price: string, currency: string, feeBasisPoints: number | undefined) {
  const major = parseTypedNumber(price);
  if (feeBasisPoints === undefined || !(major > 0) || major > 1e9) return undefined;
  const charge = chargeFor(toMinor(major), feeBasisPoints);
  return {
    course: formatMinor(charge.priceMinor, currency),
    fee: formatMinor(charge.feeMinor, currency),
    total: formatMinor(charge.totalMinor, currency),
  };
}
