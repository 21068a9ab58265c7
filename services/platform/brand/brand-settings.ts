import * as z from 'zod';
import type { Brand } from '#contracts/site/brand.ts';
import { isSender } from '../email/mail-address.ts';
import { type SettingsOf, url } from '../setting-types.ts';
import { findAccentProblem } from './accent-colours.ts';

// Without angle brackets, which would end the name of a mail's sender.
const line = (most: number) => {
  const message = `must be one line of at most ${most} characters, without < and >`;
  return z
    .string()
    .trim()
    .max(most, message)
    .regex(/^[^<>\p{C}]+$/u, message);
};
const email = z.email('must be an e-mail address').optional();
const page = url('https').optional();

const accent = z
  .string()
  .regex(/^#[\da-f]{6}$/i, 'must be a colour such as #006055')
  .toLowerCase()
  .check((given) => {
    const problem = findAccentProblem(given.value);
    if (problem) given.issues.push({ code: 'custom', message: problem, input: given.value });
  })
  .optional();

/** Settings of the brand, which pages and processes read. */
export const brandSchema = {
  BRAND_NAME: line(40).default('CourseLift'),
  BRAND_LEGAL_NAME: line(120).optional(),
  BRAND_TAGLINE: line(120).default('Learner Support Infrastructure for Digital Education'),
  BRAND_COPYRIGHT_YEAR: z.coerce.number().int().min(1900).max(2999).default(2025),
  BRAND_CONTACT_EMAIL: email,
  BRAND_SUPPORT_EMAIL: email,
  BRAND_ABOUT_URL: page,
  BRAND_X_URL: page,
  BRAND_LINKEDIN_URL: page,
  BRAND_FACEBOOK_URL: page,
  BRAND_LOGO: z
    .string()
    .regex(/\.(svg|png)$/, 'must be the path of an .svg or .png file')
    .optional(),
  BRAND_ACCENT: accent,
  BRAND_RECEIPT_FOOTER: line(300).default('A receipt for a payment, not a tax invoice.'),
  MAIL_FROM: z.string().refine(isSender, 'must look like Name <name@domain>').optional(),
  OPERATORS_EMAIL: email,
};

/** Returns the brand, the sender of mails, and where operators read mails. */
export function toBrand(settings: SettingsOf<typeof brandSchema>) {
  const name = settings.BRAND_NAME;
  const slug = slugOf(name);
  const contact = settings.BRAND_CONTACT_EMAIL ?? `hello@${slug}.example`;
  const support = settings.BRAND_SUPPORT_EMAIL ?? settings.BRAND_CONTACT_EMAIL ?? `support@${slug}.example`;
  const { BRAND_X_URL: x, BRAND_LINKEDIN_URL: linkedIn, BRAND_FACEBOOK_URL: facebook } = settings;
  const brand: Brand = {
    name,
    slug,
    legalName:
      settings.BRAND_LEGAL_NAME ?? (name === 'CourseLift' ? 'CourseLift Learning Technologies' : name),
    tagline: settings.BRAND_TAGLINE,
    copyrightYear: settings.BRAND_COPYRIGHT_YEAR,
    email: { contact, support },
    aboutUrl: settings.BRAND_ABOUT_URL,
    social: {
      ...(x && { X: x }),
      ...(linkedIn && { LinkedIn: linkedIn }),
      ...(facebook && { Facebook: facebook }),
    },
    logo: settings.BRAND_LOGO,
    accent: settings.BRAND_ACCENT,
    receiptFooter: settings.BRAND_RECEIPT_FOOTER,
  };
  return {
    brand,
    sender: settings.MAIL_FROM ?? `${name} <${contact}>`,
    operatorsEmail: settings.OPERATORS_EMAIL ?? support,
  };
}

function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d ]/g, '')
    .trim();
  return words.replaceAll(/ +/g, '-') || 'site';
}
