import type { ComponentProps } from 'react';
import type * as z from 'zod/mini';
import { limits } from '#contracts/limits.ts';
import { currencies, currencySymbol } from '#contracts/money.ts';
import { deliveryNames, durationUnits } from '#contracts/requests/request-views.ts';
import type { HelpRequestSchema } from '#contracts/requests/requests.ts';
import type { FieldName } from '../../ui/fields/form-values.ts';

/** Values as they are typed: numbers are text, and nothing is missing. */
type Typed<Value> = Value extends number
  ? string
  : Value extends readonly unknown[]
    ? Value
    : Value extends object
      ? { [Name in keyof Value]-?: Typed<NonNullable<Value[Name]>> }
      : Value;

/** Values of the form, from the contract. */
export type HelpForm = Typed<Omit<z.input<typeof HelpRequestSchema>, 'email'>>;
/** Name of a field, such as `course.price`. */
export type HelpFieldName = FieldName<HelpForm>;

/** A field of the form: its texts, its control and what that accepts; its other limits are those of the contract. */
export interface HelpField {
  control: 'text' | 'password' | 'choice' | 'checkbox' | 'list';
  label: string;
  hint?: string;
  input?: ComponentProps<'input'>;
  /** Values of a choice; the first is preselected. */
  options?: readonly string[];
  /** Text of an option; by default its value. */
  textOf?: (option: string) => string;
  /** The choice that is joined to a number, such as its currency. */
  unit?: HelpFieldName;
  /** Most words of a longer text; they are counted while it is typed. */
  maxWords?: number;
}

const noCompletion = { autoComplete: 'off' } as const;
const webAddress = { type: 'url', inputMode: 'url', placeholder: 'https://' } as const;

/** All fields, in the order of the page. The form, its draft and its error summary are made from this list. */
export const helpFields: Record<HelpFieldName, HelpField> = {
  'course.courseTitle': { control: 'text', label: 'Course title', input: noCompletion },
  'course.platform': { control: 'text', label: 'Platform', hint: 'For example Coursera, Udemy or edX' },
  link: { control: 'text', label: 'Link to the course', input: webAddress },
  'course.price': {
    control: 'text',
    label: 'Price',
    hint: 'The full price on the platform.',
    input: { inputMode: 'decimal', ...noCompletion },
    unit: 'course.priceUnit',
  },
  'course.priceUnit': {
    control: 'choice',
    label: 'Currency',
    options: currencies,
    textOf: (currency) => `${currencySymbol(currency)} ${currency}`,
  },
  'course.duration': {
    control: 'text',
    label: 'Duration',
    input: { inputMode: 'numeric', ...noCompletion },
    unit: 'course.durationUnit',
  },
  'course.durationUnit': { control: 'choice', label: 'Duration unit', options: durationUnits },
  delivery: {
    control: 'choice',
    label: 'How would you like to receive the course?',
    options: deliveryNames,
  },
  'account.email': {
    control: 'text',
    label: 'Email of your account on the platform',
    hint: 'The gift goes to this address. Create the account first if you have none.',
    input: { type: 'email', ...noCompletion },
  },
  'account.password': {
    control: 'password',
    label: 'Password on the platform',
    hint: 'Stored encrypted, opened only to enrol you, erased afterwards. Not kept in this browser.',
    input: noCompletion,
  },
  'invoice.reference': {
    control: 'text',
    label: 'Number or reference of the invoice',
    hint: 'As it stands on the invoice, so that the school recognises the payment.',
    input: noCompletion,
  },
  'invoice.payee': {
    control: 'text',
    label: 'Who is paid',
    hint: 'The name of the school, as it stands on the invoice.',
    input: { autoComplete: 'organization' },
  },
  motivation: {
    control: 'text',
    label: 'Why do you need this course?',
    hint: `In your own words, at most ${limits.motivationWords} words.`,
    maxWords: limits.motivationWords,
  },
  socials: {
    control: 'text',
    label: 'Social media link',
    hint: 'A profile where a sponsor can see that you are you, for example LinkedIn or X.',
    input: webAddress,
  },
  isPublic: { control: 'checkbox', label: 'Public', hint: 'Every signed-in sponsor sees it.' },
  isForVisitors: {
    control: 'checkbox',
    label: 'Also show it to visitors who are not signed in',
    hint: `They see course, platform, price, your country, how long you have waited, the first ${limits.visitorReasonChars} characters of your reason and the initial of your name; no link and no address. You can change this at any time.`,
  },
  isPrivate: {
    control: 'checkbox',
    label: 'Private',
    hint: 'Only the people whom you invite by e-mail see it.',
  },
  recipientEmails: { control: 'list', label: 'Edit the recipients' },
};

/** Rows of a part of the form: fields that stand beside each other where there is space. */
export type HelpRows = readonly (readonly HelpFieldName[])[];

export const courseRows: HelpRows = [
  ['course.courseTitle'],
  ['course.platform', 'link'],
  ['course.price', 'course.duration'],
];
export const reasonRows: HelpRows = [['motivation']];
/** Not asked of a learner under 18. */
export const socialsRows: HelpRows = [['socials']];
/** Fields that a delivery requires: the account on the platform, or the data of the invoice. */
export const deliveryRows: Record<HelpForm['delivery'], HelpRows> = {
  'gift-to-email': [['account.email']],
  'enrolment-code': [],
  'school-invoice': [['invoice.reference', 'invoice.payee']],
  'platform-login': [['account.email', 'account.password']],
};
