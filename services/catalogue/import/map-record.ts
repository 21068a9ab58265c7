import { type CourseAccess, courseAccess, statusOfAccess } from '#contracts/catalogue/catalogue.ts';
import {
  type CourseRow,
  CourseRowSchema,
  courseFacts,
  type importPresets,
} from '#contracts/catalogue/catalogue-import.ts';
import { fieldErrors } from '#contracts/field-errors.ts';
import { textOf } from '#services/platform/text-of.ts';
import { fillTemplate } from './link-template.ts';

/** Maps the columns of a file to the fields of a course. */
export interface Mapping {
  /** Column by field; a field that is not listed is read from the column of the same name. */
  columns: Readonly<Record<string, string>>;
  /** Default values by field, such as the platform of an export; the value of `url` is a template. */
  constants: Readonly<Record<string, string>>;
  /** Unit that is appended to a numeric duration, such as "hours". */
  durationUnit?: string;
}

/** Mappings of common exports by the name of the `--preset` option. */
export const presets: Readonly<Record<string, Mapping> & Record<(typeof importPresets)[number], Mapping>> = {
  courselift: { columns: {}, constants: {} },
  udemy: {
    columns: { title: 'course_title', status: 'is_paid', duration: 'content_duration', tags: 'subject' },
    constants: { platform: 'Udemy', priceUnit: 'USD' },
    durationUnit: 'hours',
  },
  coursera: {
    columns: {
      title: 'course_title',
      url: 'course_url',
      level: 'course_difficulty',
      rating: 'course_rating',
      tags: 'course_skills',
    },
    constants: { platform: 'Coursera', status: 'Paid' },
  },
};

/** Returns whether a name is a field of a course. */
export const isCourseField = (name: string): boolean => courseFacts.some((fact) => fact === name);

/** Converts a row to a course; returns the first problem as one sentence when it is invalid. */
export function mapRecord(
  fields: Record<string, unknown>,
  mapping: Mapping,
): { course: CourseRow } | { problem: string } {
  const raw = new Map<string, unknown>();
  const read = (name: string) => {
    const value = fields[mapping.columns[name] ?? name];
    return value === null || value === '' ? undefined : value;
  };
  for (const fact of courseFacts) {
    const value = read(fact) ?? mapping.constants[fact];
    if (value !== undefined && value !== '') raw.set(fact, value);
  }
  const template = mapping.constants.url;
  if (template !== undefined && read('url') === undefined) {
    const filled = fillTemplate(template, (name) => read(name) ?? mapping.constants[name]);
    if ('missing' in filled) return { problem: `url: The row has no ${filled.missing} for the link.` };
    raw.set('url', filled.url);
  }
  const access = readAccess(raw.get('access'));
  const status = readStatus(raw.get('status') ?? statusFor(access), raw.get('price'));
  const amount = readNumber(raw.get('price'));
  const hasAmount = typeof amount === 'number' && amount > 0;
  // Exports write "Free" or 0 as the price of a free course; any other price contradicts it.
  const price = status === 'Free' && !hasAmount ? undefined : amount;
  const unit = readUnit(raw.get('priceUnit'), raw.get('price'));
  if (price !== undefined && unit === 'contradiction')
    return { problem: 'priceUnit: The price has the sign of another currency.' };
  const result = CourseRowSchema.safeParse({
    ...Object.fromEntries(raw),
    level: readLevel(raw.get('level')),
    status,
    access,
    price,
    priceUnit: price === undefined ? undefined : unit,
    tags: readTags(raw.get('tags')),
    rating: readNumber(raw.get('rating')),
    duration: readDuration(raw.get('duration'), mapping.durationUnit),
  });
  if (result.success) return { course: result.data };
  const [[field, message] = ['', 'The row is no course.']] = Object.entries(fieldErrors(result.error));
  return { problem: `${field}: ${message}` };
}

const levels: [RegExp, CourseRow['level']][] = [
  [/^(beginner|introductory|basic|foundation)/i, 'Beginner'],
  [/^intermediate/i, 'Intermediate'],
  [/^(advanced|expert)/i, 'Advanced'],
  [/^(all|any|mixed)\b/i, 'All'],
];

// Unknown levels are returned unchanged; the schema rejects them.
function readLevel(value: unknown): unknown {
  if (value === undefined) return 'All';
  return levels.find(([pattern]) => pattern.test(textOf(value)))?.[1] ?? value;
}

const accessNames: readonly [RegExp, CourseAccess][] = [
  [/^free.*certificate$/, 'free-certificate'],
  [/^(free-to-learn|free-to-audit|audit)$/, 'free-to-learn'],
  [/^(financial-aid|aid)\b/, 'financial-aid'],
  [/^paid$/, 'paid'],
];

// Accepts "Free with certificate" and "free-certificate"; other values are returned unchanged, the schema rejects them.
function readAccess(value: unknown): unknown {
  const text = textOf(value)
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return accessNames.find(([pattern]) => pattern.test(text))?.[1] ?? value;
}

const statusFor = (access: unknown) =>
  courseAccess.includes(access as CourseAccess) ? statusOfAccess(access as CourseAccess) : undefined;

function readStatus(value: unknown, price: unknown): unknown {
  const text = textOf(value).toLowerCase();
  if (['true', 'paid', '1', 'yes'].includes(text)) return 'Paid';
  if (['false', 'free', '0', 'no'].includes(text)) return 'Free';
  if (value !== undefined || price === undefined) return value;
  return readNumber(price) === undefined ? 'Free' : 'Paid';
}

const currencyOfSymbol: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '₦': 'NGN' };

// The currency symbol of the price must agree with the currency, or the amount would be wrong. "$" is ignored, because
// many currencies use it.
function readUnit(value: unknown, price: unknown): unknown {
  const unit = typeof value === 'string' ? value.trim().toUpperCase() : value;
  const fromSymbol = currencyOfSymbol[textOf(price)[0] ?? ''];
  if (fromSymbol === undefined || fromSymbol === unit) return unit;
  return unit === undefined ? fromSymbol : 'contradiction';
}

// Split at every separator: a tag that contains one could neither be filtered by nor be exported as CSV.
function readTags(value: unknown): unknown {
  const given = typeof value === 'string' ? [value] : (value ?? []);
  if (!Array.isArray(given)) return given;
  return given.flatMap((tag) =>
    typeof tag === 'string'
      ? tag
          .split(/[;,|]/)
          .map((part) => part.trim())
          .filter(Boolean)
      : [tag],
  );
}

function readDuration(value: unknown, unit: string | undefined): unknown {
  if (value === undefined || typeof value === 'object') return value;
  const text = textOf(value);
  if (!unit || !/^\d+(\.\d+)?$/.test(text)) return text;
  const amount = Number(text);
  if (unit === 'hours' && amount < 1)
    return amount > 0 ? inWords(Math.ceil(amount * 60), 'minutes') : undefined;
  return inWords(Math.round(amount * 10) / 10, unit);
}

const inWords = (amount: number, unit: string) => `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`;

const factors: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/**
 * Parses a number of a file: "1,299.00", "$5", "5.3k" (thousand), "1.2M" (million). Returns undefined for an empty value
 * and for 0 or "Free"; returns anything else unchanged, and the schema rejects it.
 */
function readNumber(value: unknown): unknown {
  if (value === undefined || value === 0) return undefined;
  if (typeof value !== 'string') return value;
  const text = value.trim().replace(/^[$€£₦]\s*/, '');
  if (text === '' || /^(free|not available|n\/a|-)$/i.test(text)) return undefined;
  const [, digits = text, suffix = ''] = /^([\d.,]+) ?([km])$/i.exec(text) ?? [];
  const plain = Number(/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits);
  // Rounded to cents: 1.15 times 1,000,000 is not exactly 1,150,000 in binary.
  const number = suffix ? Math.round(plain * (factors[suffix.toLowerCase()] ?? 1) * 100) / 100 : plain;
  if (number === 0) return undefined;
  return Number.isNaN(number) ? value : number;
}
