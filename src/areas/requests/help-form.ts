import type * as z from 'zod/mini';
import { chargeFor, formatMinor, toMinor } from '#contracts/money.ts';
import type { HelpRequestSchema } from '#contracts/requests/requests.ts';
import { parseTypedNumber } from '../../browser/parse-typed-number.ts';
import { $token, helpDraftKey, userIdOf } from '../../browser/session.ts';
import { siteStorage } from '../../browser/storage.ts';
import { valueAt, withValue } from '../../ui/fields/form-values.ts';
import type { useContractForm } from '../../ui/fields/use-contract-form.ts';
import { type HelpFieldName, type HelpForm, helpFields } from './help-fields.ts';

/** State of the form, as its sections use it. */
export type HelpFormState = Pick<
  ReturnType<typeof useContractForm<HelpForm, typeof HelpRequestSchema>>,
  'values' | 'field' | 'checkbox'
>;

/** Course data that prefills the form. */
export type CoursePrefill = Pick<HelpForm, 'link'> & { course: Partial<HelpForm['course']> };

/** Fields in the order of the page, for the error summary. */
export const helpNames = Object.keys(helpFields) as HelpFieldName[];

/** Returns initial values, empty or from a draft. Draft values of a wrong type are dropped, and so is a password. */
export function initialHelpForm(draft: object = {}): HelpForm {
  const empty = { course: {}, account: {}, invoice: {} } as HelpForm;
  return helpNames.reduce((form, name) => withValue(form, name, startOf(name, valueAt(draft, name))), empty);
}

function startOf(name: HelpFieldName, draft: unknown): unknown {
  const { control, options = [] } = helpFields[name];
  if (control === 'password') return '';
  if (control === 'checkbox') return draft === true;
  // A draft of an earlier version may name an option that no longer exists.
  if (control === 'choice') return options.find((option) => option === draft) ?? options[0];
  if (control === 'list') return Array.isArray(draft) ? draft.filter((item) => typeof item === 'string') : [];
  return typeof draft === 'string' ? draft : '';
}

/**
 * Returns whether anything was typed or ticked; a choice is always made, and a password is not stored.
 * @internal Tested on its own.
 */
export function isTyped(form: HelpForm): boolean {
  return helpNames.some((name) => {
    const value = valueAt(form, name);
    const isText = helpFields[name].control === 'text';
    return value === true || (isText && typeof value === 'string' && value.trim() !== '');
  });
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

// The user who opened this page; another user may sign in meanwhile in another tab.
const writer = userIdOf($token.get());
const key = writer && helpDraftKey(writer);

/** Returns the stored draft of this user, without the password; undefined when nothing was typed. */
export function readHelpDraft(): HelpForm | undefined {
  if (!key) return undefined;
  try {
    const kept: unknown = JSON.parse(siteStorage.read(key) ?? 'null');
    if (!kept || typeof kept !== 'object' || Array.isArray(kept)) return undefined;
    const draft = initialHelpForm(kept);
    return isTyped(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the draft until it is submitted. The platform password is never stored, and nothing after sign-out, so that
 * the next user of this browser cannot read it.
 */
export function storeHelpDraft(form: HelpForm): void {
  if (!key || userIdOf($token.get()) !== writer) return;
  if (!isTyped(form)) {
    clearHelpDraft();
    return;
  }
  const { password: _, ...account } = form.account;
  siteStorage.write(key, JSON.stringify({ ...form, account }));
}

/** Deletes the draft after submission or a restart. */
export function clearHelpDraft(): void {
  if (key) siteStorage.remove(key);
}
