import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { parsePublicWebAddress, withScheme } from './public-web-address.ts';

const controlCharacters = /[\p{Cc}\p{Cs}]/u;
const lineBreaks = /[\n\r\t\u2028\u2029]/;
// An address with a scheme, or one that mail programs turn into a link.
const webAddressInText =
  /:\/\/|@|\bwww\.|[\p{L}\d]\.\p{L}{2,}\/|[\p{L}\d]\.(?:com|net|org|info|biz|io|ly|xyz|top|site|online|link|shop|app|dev|ru|cn)(?!\p{L})/iu;
const allowedBreaks = /[\n\r\t]/g;

/** A required line of text, trimmed, at most `max` characters, without control characters. */
export function requiredText(message: string, max = 200) {
  return z
    .string(message)
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Please use at most ${max} characters.`),
      withoutControlCharacters(),
    );
}

/** Rejects control characters other than line breaks and tabs. */
function withoutControlCharacters() {
  return z.refine<string>(
    (text) => !controlCharacters.test(text.replace(allowedBreaks, '')),
    'Please remove the hidden control characters.',
  );
}

/**
 * A person's name: one line without web or e-mail addresses, because mails to other people contain it, and without encoded
 * words (RFC 2047), because mail programs would decode them in a subject.
 */
export function nameText(message: string, max: number) {
  return requiredText(message, max).check(
    z.refine((text) => !lineBreaks.test(text), 'Please write the name on one line.'),
    z.refine((text) => !text.includes('=?'), 'Please enter the name without “=?”.'),
    z.refine((text) => !webAddressInText.test(text), 'Please enter a name without web or email addresses.'),
  );
}

/** An optional text, trimmed; an empty one counts as absent. */
export function optionalText(max = 500) {
  return z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(max, `Please use at most ${max} characters.`), withoutControlCharacters()),
  );
}

/** Message for text that is not an e-mail address (specification section 5). */
export const invalidEmail = 'Please enter a valid email address.';

/** An e-mail address, trimmed and lower-cased, at most 254 characters (RFC 5321); `missing` is the error of an empty one. */
export function emailAddress(missing: string) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, missing),
      z.maxLength(254, invalidEmail),
      z.email(invalidEmail),
    );
}

/** See {@link emailAddress}. */
export const EmailSchema = emailAddress('Email is required.');

/** An optional e-mail address; forms submit an empty field as an empty text, which counts as absent. */
export const optionalEmail = z.optional(
  z.pipe(
    z.transform((email: string | undefined) =>
      typeof email === 'string' && email.trim() === '' ? undefined : email,
    ),
    z.optional(EmailSchema),
  ),
);

export const passwordTooLong = 'Password must be at most 1,024 bytes long.';

/** A password that is only compared with a stored one; `missing` is the error of an empty one. */
// @__NO_SIDE_EFFECTS__
export function typedPassword(missing: string) {
  return z
    .string(missing)
    .check(z.minLength(1, missing), z.maxLength(limits.passwordMaxBytes, passwordTooLong));
}

/** The current password, where a recent sign-in or Google may take its place. */
export const OptionalPasswordSchema = z.optional(
  z.string().check(z.maxLength(limits.passwordMaxBytes, passwordTooLong)),
);

/** A new password: at least 8 characters, at most 1,024 bytes of UTF-8, not trimmed. */
export const NewPasswordSchema = z.string('Password is required.').check(
  z.minLength(1, 'Password is required.'),
  z.minLength(limits.passwordMinChars, 'Password must be at least 8 characters long.'),
  z.refine(
    (password) => new TextEncoder().encode(password).length <= limits.passwordMaxBytes,
    passwordTooLong,
  ),
);

/** Message for text that is not a phone number (specification section 5). */
export const invalidPhone = 'Please enter a valid phone number.';

/** The form of the specification: an optional plus, a digit, then at least 7 more digits, spaces or hyphens. */
export const specifiedPhone = /^\+?\d[\d\s-]{7,}$/;

/**
 * A phone number: an optional plus, then at least 8 digits, spaces, hyphens, brackets, dots or slashes; `missing` is the
 * error of an empty one. The server compares what is not of {@link specifiedPhone} with the numbers of its country.
 */
export function phoneNumber(missing: string) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(32, invalidPhone),
      z.regex(/^\+?[\d(][\d\s()./-]{7,}$/, invalidPhone),
    );
}

/** See {@link phoneNumber}. */
export const PhoneSchema = phoneNumber(invalidPhone);

const tooLong = 'This link is too long.';
const notAnAddress = 'Please enter a full web address, such as https://example.com/page.';

/** A public web address; `https://` is added when the scheme is missing. Rejects user names and IP addresses. */
export function webAddress(message: string) {
  return z.pipe(
    z.pipe(
      z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(2_048, tooLong)),
      z.transform(withScheme),
    ),
    z.string().check(z.refine((text) => parsePublicWebAddress(text) !== undefined, notAnAddress)),
  );
}

/** A web address as {@link webAddress}, or an empty text. */
export function optionalWebAddress() {
  return z.pipe(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(2_048, tooLong)),
      z.transform((text) => text && withScheme(text)),
    ),
    z
      .string()
      .check(z.refine((text) => text === '' || parsePublicWebAddress(text) !== undefined, notAnAddress)),
  );
}

/** Id of a row, lower-cased: one row has one id in rate limits, queues and logs, however it is spelled. */
export const IdSchema = z.uuid('Not found.').check(z.toLowerCase());

/** A time in UTC, ISO 8601; null for an event that has not happened. */
export const moment = z.nullable(z.iso.datetime());

/** Parameters of a path with the id of a row. */
export const idParams = z.object({ id: IdSchema });

/** Pagination: page number and page size from a query; out-of-range values are clamped, not rejected. */
export const PagingSchema = {
  page: z._default(z.pipe(z.transform(clampTo(1, 100_000, 1)), z.number()), 1),
  limit: z._default(
    z.pipe(z.transform(clampTo(1, limits.maxPageSize, limits.pageSize)), z.number()),
    limits.pageSize,
  ),
};

function clampTo(min: number, max: number, fallback: number) {
  return (value: unknown): number => {
    const number =
      typeof value === 'string' || typeof value === 'number' ? Math.floor(Number(value)) : Number.NaN;
    return Number.isNaN(number) ? fallback : Math.min(max, Math.max(min, number));
  };
}

/**
 * A rule over several fields of a form, with the path of the field that shows its error. It runs although other fields are
 * invalid, so that all errors are shown at once; it must expect fields that are missing or of another type. It does not run
 * after a check with `abort`, so the checks here do not use it, and only the first error of a field is shown.
 */
// @__NO_SIDE_EFFECTS__
export function formRule<Form>(
  isMet: (form: Form) => boolean,
  path: string[],
  error: string | z.core.$ZodErrorMap,
) {
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
  return z.refine<Form>(isMet, { error, path, when });
}

/** A picture by URL. Another picture has another URL. */
export const PictureSchema = z.object({ contentType: z.string(), url: z.string() });
