import * as z from 'zod/mini';
import { countWords } from '../count-words.ts';
import { dataResponse, endpoint, objectResponse } from '../endpoint.ts';
import {
  EmailSchema,
  formRule,
  IdSchema,
  idParams,
  optionalWebAddress,
  requiredText,
  webAddress,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { type Currency, formatMinor, minimumPriceMinor, toMinor } from '../money.ts';
import { CurrencySchema, PriceSchema } from '../price-fields.ts';
import { deliveryNames, durationUnits, EditableRequestSchema } from './request-views.ts';

const course = {
  courseTitle: requiredText('Please enter the course title.'),
  platform: requiredText('Please enter the platform.', 80),
  price: PriceSchema,
  priceUnit: CurrencySchema,
  duration: z
    .int('Please enter the duration as a whole number.')
    .check(
      z.minimum(1, 'The duration must be at least 1.'),
      z.maximum(120, 'The duration must be at most 120.'),
    ),
  durationUnit: z.enum(durationUnits, 'Please choose weeks or months.'),
};

/** The reason, at most 50 words (specification section 9). */
export const MotivationSchema = requiredText(
  'Please tell sponsors why you need this course.',
  limits.motivationChars,
).check(
  z.refine(
    (text) => countWords(text) <= limits.motivationWords,
    `Please use at most ${limits.motivationWords} words.`,
  ),
);

const password = z
  .string('Please enter the platform password.')
  .check(z.maxLength(256, 'Please use at most 256 characters.'));

/** The learner's account on the platform; only delivery by platform login has a password. */
const account = z.optional(
  z.object(
    { email: EmailSchema, password: z._default(password, '') },
    'Please enter your account on the platform.',
  ),
);

/** The text of a school's invoice; the document itself is uploaded by a call of its own. */
const invoice = z.optional(
  z.object(
    {
      reference: requiredText('Please enter the number or reference of the invoice.', 100),
      payee: requiredText('Please enter who is paid: the name of the school.', 200),
    },
    'Please enter what the invoice says.',
  ),
);

/** Fields of a request as a learner sends them; `request-fields.ts` maps them to columns. */
const requestForm = {
  email: z.optional(z.string()),
  link: webAddress('Please enter the link to the course.'),
  course: z.object(course, 'Please describe the course.'),
  motivation: MotivationSchema,
  /** Required of adults. */
  socials: z._default(optionalWebAddress(), ''),
  delivery: z._default(
    z.enum(deliveryNames, 'Please choose how you would like to receive the course.'),
    'platform-login',
  ),
  invoice,
  isPrivate: z._default(z.boolean(), false),
  isPublic: z._default(z.boolean(), false),
  /** Also shown without sign-in, in the reduced form of `GET /course/get`; only with `isPublic`, and never of a minor. */
  isForVisitors: z._default(z.boolean(), false),
  recipientEmails: z._default(
    z.array(EmailSchema).check(
      // Duplicates are not counted, because they are stored once (decisions section 4).
      z.refine(
        (emails) => new Set(emails).size <= limits.recipients,
        `Please invite at most ${limits.recipients} people.`,
      ),
    ),
    [],
  ),
  account,
};

interface CheckedForm {
  isPrivate: boolean;
  isPublic: boolean;
  recipientEmails: string[];
  delivery: string;
  invoice?: object | undefined;
  account?: { email?: string; password?: string } | undefined;
  course: PricedCourse;
}

/** Whether a delivery goes to the learner's account on the platform. */
export function usesAccount(delivery: string): boolean {
  return delivery === 'gift-to-email' || delivery === 'platform-login';
}

/** Rules across fields, shared by submitting and editing. */
const rules = [
  formRule<CheckedForm>(
    (form) => form.isPrivate || form.isPublic,
    ['isPublic'],
    'Choose private, public or both.',
  ),
  formRule<CheckedForm>(
    (form) => !form.isPrivate || !isEmpty(form.recipientEmails),
    ['recipientEmails'],
    'Please add at least one recipient email.',
  ),
  formRule<CheckedForm>(
    (form) => !usesAccount(form.delivery) || Boolean(form.account?.email),
    ['account', 'email'],
    'Please enter the email of your account on the platform.',
  ),
  formRule<CheckedForm>(
    (form) => form.delivery !== 'school-invoice' || form.invoice !== undefined,
    ['invoice', 'reference'],
    'Please enter the number or reference of the invoice.',
  ),
  formRule<CheckedForm>(
    ({ course }) => !isTooSmall(course),
    ['course', 'price'],
    ({ input }) => smallestPrice((input as { course: PricedCourse }).course.priceUnit),
  ),
];

/** Error of an adult's request without a social media link. */
export const socialsMissing = 'Please enter a social media link.';
const adultRule = formRule<{ socials: string }>((form) => Boolean(form.socials), ['socials'], socialsMissing);

const passwordRule = formRule<CheckedForm>(
  (form) => form.delivery !== 'platform-login' || Boolean(form.account?.password),
  ['account', 'password'],
  'Please enter the platform password.',
);

/** Body of a new request. Of a learner under 18 no social media link is asked; the server knows who is. */
export const HelpRequestSchema = z.object(requestForm).check(...rules, passwordRule);
/** As {@link HelpRequestSchema}, in the form of an adult. */
export const AdultRequestSchema = z.object(requestForm).check(adultRule, ...rules, passwordRule);

/** Body of an edit; an empty platform password leaves the stored one. */
export const RequestEditSchema = z.object(requestForm).check(...rules);
/** As {@link RequestEditSchema}, in the form of an adult. */
export const AdultEditSchema = z.object(requestForm).check(adultRule, ...rules);

interface PricedCourse {
  price: number;
  priceUnit: Currency;
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}

// Also runs when fields are invalid, so the types are not guaranteed.
function isTooSmall(course: { price?: unknown; priceUnit?: unknown } | undefined): boolean {
  const { price, priceUnit } = course ?? {};
  const currency = CurrencySchema.safeParse(priceUnit);
  if (!currency.success || typeof price !== 'number') return false;
  return price > 0 && toMinor(price) < minimumPriceMinor[currency.data];
}

function smallestPrice(currency: Currency): string {
  const price = formatMinor(minimumPriceMinor[currency], currency);
  return `The smallest price that can be paid in ${currency} is ${price}.`;
}

const FiledSchema = objectResponse({
  _id: IdSchema,
  invitationsWait: z.boolean(),
  /** Whether it is hidden until a guardian agrees. */
  guardianWaits: z.boolean(),
});

export const submitRequest = endpoint('POST', '/course/request', ['learner'], {
  summary: 'File a course-funding request',
  idempotency: 'once',
  limit: 'requests',
  statuses: [201],
  body: HelpRequestSchema,
  response: FiledSchema,
});

export const getOwnRequest = endpoint('GET', '/course/request/:id', ['learner'], {
  summary: 'The caller’s request, to be changed',
  limit: 'own',
  params: idParams,
  response: dataResponse(EditableRequestSchema),
});

export const editRequest = endpoint('PUT', '/course/request/:id', ['learner'], {
  summary: 'Change the caller’s request while no sponsor pays for it',
  limit: 'changes',
  params: idParams,
  body: RequestEditSchema,
  response: FiledSchema,
});

export const withdrawRequest = endpoint('DELETE', '/course/request/:id', ['learner'], {
  summary: 'Withdraw the caller’s request while no sponsor pays for it',
  limit: 'changes',
  params: idParams,
});
