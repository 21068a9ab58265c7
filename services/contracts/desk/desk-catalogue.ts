import * as z from 'zod/mini';
import { courseAccess } from '../catalogue/catalogue.ts';
import { importPresets } from '../catalogue/catalogue-import.ts';
import { dataResponse, endpoint, listOf, nullableObject, objectResponse } from '../endpoint.ts';
import { idParams, optionalText, PagingSchema, requiredText, webAddress } from '../fields.ts';
import { PriceSchema } from '../price-fields.ts';
import { MomentSchema, ReasonSchema, withReason } from './desk-fields.ts';

export const deskCourseFilters = ['all', 'hidden', 'corrected', 'dead'] as const;
/** Fields that an operator can correct; a later import does not change a corrected field. */
export const correctableFields = ['title', 'url', 'access', 'price'] as const;
export type CorrectableField = (typeof correctableFields)[number];

const textOrNull = z.nullable(z.string());

const DeskCourseSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  platform: z.string(),
  url: z.string(),
  access: z.nullable(z.enum(courseAccess)),
  status: z.string(),
  price: z.nullable(z.number()),
  priceUnit: textOrNull,
  hiddenReason: textOrNull,
  correctedFields: z.array(z.string()),
  /** Result of the last check of the link; null when it was never checked. */
  link: nullableObject({
    checkedAt: MomentSchema,
    isDead: z.boolean(),
    problem: textOrNull,
    deadSince: z.nullable(MomentSchema),
  }),
});
export type DeskCourse = z.output<typeof DeskCourseSchema>;

export const findDeskCourses = endpoint('GET', '/ops/catalogue/courses', 'desk', {
  summary: 'Courses by the words of the catalogue’s search or by link; also hidden ones',
  query: z.object({
    search: optionalText(200),
    show: z._default(z.enum(deskCourseFilters), 'all'),
    ...PagingSchema,
  }),
  response: objectResponse({
    courses: z.array(DeskCourseSchema),
    currentPage: z.number(),
    hasMore: z.boolean(),
    /** Whether links are checked at all: LINK_CHECK_HOSTS names a host. */
    areLinksChecked: z.boolean(),
  }),
});

export const getDeskCourse = endpoint('GET', '/ops/catalogue/courses/:id', 'desk', {
  summary: 'A course with what operators did to it, newest first',
  params: idParams,
  response: objectResponse({
    course: DeskCourseSchema,
    canCheckLink: z.boolean(),
    history: listOf({ at: MomentSchema, actor: textOrNull, action: z.string(), reason: z.string() }),
  }),
});

export const hideCourse = endpoint('POST', '/ops/catalogue/courses/:id/hide', 'desk', {
  ...withReason,
  summary: 'Hide a course from search, suggestions and its page',
});

export const showCourse = endpoint('POST', '/ops/catalogue/courses/:id/show', 'desk', {
  ...withReason,
  summary: 'Undo the hiding of a course',
});

export const releaseCourse = endpoint('POST', '/ops/catalogue/courses/:id/release', 'desk', {
  ...withReason,
  summary: 'Let imports change the corrected fields of a course again',
});

// A form sends an empty text for no price.
const price = z.pipe(
  z.transform((value: unknown) => {
    if (value === '') return null;
    return typeof value === 'string' ? Number(value) : value;
  }),
  z.nullable(PriceSchema),
);

export const correctCourse = endpoint('POST', '/ops/catalogue/courses/:id/correct', 'desk', {
  summary: 'Correct title, link, access or price of a course; later imports do not overwrite what differs',
  params: idParams,
  body: z.object({
    title: requiredText('Please enter the title.', 300),
    url: webAddress('Please enter the link.'),
    access: z.enum(courseAccess, 'Please choose the access.'),
    price: z._default(price, null),
    /** ISO 4217 code; required with a price. */
    priceUnit: optionalText(3),
    reason: ReasonSchema,
  }),
});

export const checkCourseLink = endpoint('POST', '/ops/catalogue/courses/:id/check-link', 'desk', {
  summary: 'Check the link of a course now, as a job',
  params: idParams,
});

/** Largest file that the desk imports; larger ones are imported by the command. */
const importMaxBytes = 10 * 1024 * 1024;

export const startImport = endpoint('POST', '/ops/catalogue/imports', 'desk', {
  summary: 'Import courses from a CSV file, as a job',
  idempotency: 'once',
  statuses: [202],
  file: {
    field: 'file',
    maxBytes: importMaxBytes,
    types: ['text/csv'],
    missing: 'Please choose a CSV file.',
    tooLarge: 'The file is larger than 10 MB. Please use npm run catalogue:import.',
    wrongType: 'This is no CSV file in UTF-8. In spreadsheet programs: save as CSV UTF-8.',
  },
  body: z.object({
    fileName: requiredText('Please name the file.', 200),
    preset: z.enum(importPresets, 'Please choose where the file is from.'),
  }),
  response: objectResponse({ id: z.string() }),
});

export const importStatuses = ['queued', 'running', 'finished', 'failed'] as const;

export const listImports = endpoint('GET', '/ops/catalogue/imports', 'desk', {
  summary: 'The last imports with their progress, newest first',
  response: dataResponse(
    listOf({
      id: z.string(),
      fileName: z.string(),
      preset: z.string(),
      requestedBy: textOrNull,
      status: z.enum(importStatuses),
      createdAt: MomentSchema,
      finishedAt: z.nullable(MomentSchema),
      /** Share of the file that was read, 0 to 1. */
      share: z.number(),
      counts: z.object({
        rows: z.number(),
        added: z.number(),
        changed: z.number(),
        unchanged: z.number(),
        repeated: z.number(),
        refused: z.number(),
      }),
      /** The first refused rows. */
      rejections: listOf({ line: z.number(), problem: z.string() }),
      failure: textOrNull,
    }),
  ),
});
export type DeskImport = z.output<typeof listImports.response>['data'][number];
