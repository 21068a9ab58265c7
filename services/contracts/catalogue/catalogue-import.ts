import * as z from 'zod/mini';
import { optionalText, requiredText, webAddress } from '../fields.ts';
import { PriceSchema } from '../price-fields.ts';
import { courseAccess, courseLevels, courseStatuses, statusOfAccess } from './catalogue.ts';

/** A course in an import or export file; prices in major units. Unknown fields are omitted. */
export const CourseRowSchema = z
  .object({
    // Mismatched quotes in a CSV file merge two rows into one title.
    title: requiredText('The title is missing.', 300).check(
      z.refine(
        (title) => !/[\n\r]/.test(title),
        'The title has a line break: two rows may have run together.',
      ),
    ),
    description: z._default(optionalText(2_000), ''),
    platform: requiredText('The platform is missing.', 80),
    url: webAddress('The link is missing.'),
    level: z.enum(courseLevels, 'The level is none of Beginner, Intermediate, Advanced and All.'),
    status: z.enum(courseStatuses, 'The status is neither Free nor Paid.'),
    access: z.optional(z.enum(courseAccess, `The access is none of ${courseAccess.join(', ')}.`)),
    price: z.optional(PriceSchema),
    priceUnit: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'The currency is no ISO 4217 code.'))),
    tags: z._default(
      z
        .array(requiredText('A tag is empty.', 60))
        .check(z.maxLength(20, 'A course may have at most 20 tags.')),
      [],
    ),
    rating: z.optional(
      z
        .number('The rating is no number.')
        .check(z.minimum(0, 'The rating is below 0.'), z.maximum(5, 'The rating is above 5.')),
    ),
    language: z.optional(requiredText('The language is empty.', 60)),
    duration: z.optional(requiredText('The duration is empty.', 60)),
    checkedOn: z.optional(z.iso.date('The date of checking is no date such as 2026-01-31.')),
  })
  .check(
    z.refine((row) => row.price === undefined || row.priceUnit !== undefined, {
      error: 'The price has no currency.',
      path: ['priceUnit'],
    }),
    z.refine((row) => row.access === undefined || statusOfAccess(row.access) === row.status, {
      error: 'The access contradicts the status.',
      path: ['access'],
    }),
    z.refine((row) => row.price === undefined || row.status === 'Paid', {
      error: 'A free course has a price.',
      path: ['price'],
    }),
  );
export type CourseRow = z.output<typeof CourseRowSchema>;

/** All field names, in the column order of an export. */
export const courseFacts = Object.keys(CourseRowSchema.shape) as (keyof CourseRow)[];

/** Names of known exports, whose columns the importer knows. */
export const importPresets = ['courselift', 'udemy', 'coursera'] as const;
