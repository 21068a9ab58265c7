import type { EntityManager } from 'typeorm';
import type * as z from 'zod/mini';
import { type Currency, toMinor } from '#contracts/money.ts';
import { type RequestEditSchema, socialsMissing, usesAccount } from '#contracts/requests/requests.ts';
import { hasContactData } from '#services/accounts/names.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { invalidField } from '#services/platform/errors.ts';
import { encryptPassword } from './encrypt-password.ts';
import { type HelpRequest, PlatformLoginEntity } from './request.entity.ts';

type Form = z.output<typeof RequestEditSchema>;
type Course = Form['course'];

/** Fields that are stored under another name, in another table, or not at all. */
type Mapped = 'email' | 'course' | 'account' | 'invoice' | 'recipientEmails';

/** Columns of the form. A field has the column of its name: without one, this does not compile. */
type FormColumns = Pick<
  HelpRequest,
  | Exclude<keyof Form, Mapped>
  | Exclude<keyof Course, 'price' | 'priceUnit'>
  | ('priceMinor' | 'currency' | 'accountEmail' | 'invoiceReference' | 'invoicePayee')
>;

/**
 * Maps the help form to columns of the request; the e-mail of the platform's account only where it is needed. @throws HttpError 422 for
 * an adult without a social media link, and for contact data in what visitors would see.
 */
export function requestFields(form: Form, { isMinor }: Pick<User, 'isMinor'>): FormColumns {
  if (!isMinor && !form.socials) throw invalidField('socials', socialsMissing);
  const isForVisitors = form.isForVisitors && form.isPublic && !isMinor;
  if (isForVisitors) rejectContactData(form);
  const { email: _, course, account, invoice, recipientEmails: __, ...fields } = form;
  const { price, priceUnit, ...courseFields } = course;
  const invoiced = form.delivery === 'school-invoice' ? invoice : undefined;
  return {
    ...fields,
    ...courseFields,
    priceMinor: toMinor(price),
    currency: priceUnit,
    // Sponsors never see social media of a learner under 18, so the link is not stored.
    socials: isMinor ? '' : form.socials,
    isForVisitors,
    accountEmail: usesAccount(form.delivery) ? (account?.email ?? null) : null,
    invoiceReference: invoiced?.reference ?? null,
    invoicePayee: invoiced?.payee ?? null,
  };
}

function rejectContactData({ course, motivation }: Form): void {
  const shown = { 'course.courseTitle': course.courseTitle, 'course.platform': course.platform, motivation };
  for (const [field, text] of Object.entries(shown))
    if (hasContactData(text))
      throw invalidField(
        field,
        'Please leave out links, addresses and phone numbers here, or do not show the request to visitors.',
      );
}

/** Rejects an amount in a currency that is not configured. @throws HttpError 422, with its message at `field`. */
export function rejectUnsupportedCurrency(
  currency: Currency,
  field: string,
  { payment }: Pick<Config, 'payment'>,
): void {
  if (payment.currencies.includes(currency)) return;
  const message = `Payments in ${currency} are not possible right now. Please choose another currency.`;
  throw invalidField(field, message);
}

type LoginForm = Pick<Form, 'delivery' | 'account'>;
type Keys = Pick<Config, 'credentialKeys'>;

/** Returns the encrypted platform password of a request; undefined unless it is delivered by platform login. */
export function platformLogin(requestId: string, { delivery, account }: LoginForm, config: Keys) {
  if (delivery !== 'platform-login' || !account) return undefined;
  return { requestId, ...encryptPassword(account.password, requestId, config) };
}

/**
 * Stores, replaces or deletes the encrypted platform password of a request after an edit. An empty password leaves the
 * stored one, unless the login e-mail changed. @throws HttpError 422 when a password is required.
 */
export async function updatePlatformLogin(
  manager: EntityManager,
  request: HelpRequest,
  form: LoginForm,
  config: Keys,
): Promise<void> {
  if (form.delivery === 'platform-login' && !form.account?.password) {
    const isKept =
      request.accountEmail === form.account?.email &&
      (await manager.existsBy(PlatformLoginEntity, { requestId: request.id }));
    if (isKept) return;
    throw invalidField('account.password', 'Please enter the platform password.');
  }
  await manager.delete(PlatformLoginEntity, { requestId: request.id });
  const login = platformLogin(request.id, form, config);
  if (login) await manager.insert(PlatformLoginEntity, login);
}
