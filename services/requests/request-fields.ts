import type * as z from 'zod/mini';
import { toMinor } from '#contracts/money.ts';
import { type RequestEditSchema, usesAccount } from '#contracts/requests/requests.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { invalid } from '#services/platform/errors.ts';
import type { HelpRequest } from './request.entity.ts';

type FormColumns = Pick<
  HelpRequest,
  | 'courseTitle'
  | 'platform'
  | 'link'
  | 'priceMinor'
  | 'currency'
  | 'duration'
  | 'durationUnit'
  | 'motivation'
  | 'socials'
  | 'delivery'
  | 'accountEmail'
  | 'invoiceReference'
  | 'invoicePayee'
  | 'isPrivate'
  | 'isPublic'
>;

/** Maps the help form to columns of the request; the e-mail of the platform's account only where it is needed. */
export function requestFields(
  form: z.output<typeof RequestEditSchema>,
  { isMinor }: Pick<User, 'isMinor'>,
): FormColumns {
  const { course } = form;
  const invoice = form.delivery === 'school-invoice' ? form.invoice : undefined;
  return {
    courseTitle: course.courseTitle,
    platform: course.platform,
    link: form.link,
    priceMinor: toMinor(course.price),
    currency: course.priceUnit,
    duration: course.duration,
    durationUnit: course.durationUnit,
    motivation: form.motivation,
    // Sponsors never see social media of a learner under 18, so the link is not stored.
    socials: isMinor ? '' : form.socials,
    delivery: form.delivery,
    accountEmail: usesAccount(form.delivery) ? (form.account?.email ?? null) : null,
    invoiceReference: invoice?.reference ?? null,
    invoicePayee: invoice?.payee ?? null,
    isPrivate: form.isPrivate,
    isPublic: form.isPublic,
  };
}

/** Rejects a price in a currency that is not configured. @throws HttpError 422. */
export function rejectUnsupportedCurrency(
  currency: HelpRequest['currency'],
  { payment }: Pick<Config, 'payment'>,
): void {
  if (payment.currencies.includes(currency)) return;
  const message = `Payments in ${currency} are not possible right now. Please choose another currency.`;
  throw invalid(message, { 'course.priceUnit': message });
}
