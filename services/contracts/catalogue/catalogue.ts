import * as z from 'zod/mini';
import { dataResponse, endpoint, listOf, objectResponse } from '../endpoint.ts';
import { IdSchema, optionalText, PagingSchema, requiredText, webAddress } from '../fields.ts';
import { limits } from '../limits.ts';

/** Levels of a course; as a filter, `All` leaves the level open. */
export const courseLevels = ['Beginner', 'Intermediate', 'Advanced', 'All'] as const;
/** Whether a course costs something. */
export const courseStatuses = ['Free', 'Paid'] as const;
/**
 * Which part of a course is free. `free-certificate`: the course and its certificate. `free-to-learn`: the
 * course, possibly for a limited time, without a certificate. `financial-aid`: paid, and the platform grants aid.
 */
export const courseAccess = ['free-certificate', 'free-to-learn', 'financial-aid', 'paid'] as const;
export type CourseAccess = (typeof courseAccess)[number];

/** The status that goes with an access. */
export function statusOfAccess(access: CourseAccess): (typeof courseStatuses)[number] {
  return access === 'free-certificate' || access === 'free-to-learn' ? 'Free' : 'Paid';
}

/** Orders of a list of courses; the first is the default. */
export const courseSorts = ['relevance', 'rating', 'newest', 'price'] as const;

/** Maximum number of results that are counted and paginated; more are shown as "1,000+". */
export const resultCap = 1_000;

/** A course of the catalogue; the price in major units (specification section 3). */
export const CourseSchema = z.object({
  _id: IdSchema,
  /** Path segment of the course page, `/explore/<slug>`. */
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  url: z.string(),
  status: z.enum(courseStatuses),
  /** Null where no source says more than the status. */
  access: z.nullable(z.enum(courseAccess)),
  /** Null where no price was seen in a source: shown as "Free" or "Price on the platform". */
  price: z.nullable(z.number()),
  priceUnit: z.nullable(z.string()),
  level: z.enum(courseLevels),
  platform: z.string(),
  tags: z.array(z.string()),
  /** 0 to 5; null is shown as "No rating". */
  ratings: z.nullable(z.number()),
  /** Date on which the facts were last checked, as YYYY-MM-DD. */
  checkedOn: z.nullable(z.string()),
});
export type CatalogueCourse = z.output<typeof CourseSchema>;

/** A course with the additional fields of its page. */
export const CourseDetailsSchema = z.extend(CourseSchema, {
  language: z.nullable(z.string()),
  /** Text of the source, such as "6 months". */
  duration: z.nullable(z.string()),
});
export type CourseDetails = z.output<typeof CourseDetailsSchema>;

const FacetSchema = z.object({
  value: z.string(),
  /** Results with this filter added, at most {@link resultCap}; null where they were not counted. */
  count: z.nullable(z.number()),
  /** There are more than `count`: shown as "1,000+". */
  isCapped: z.boolean(),
});
/** A filter value with the number of results that it leaves. */
export type Facet = z.output<typeof FacetSchema>;

const FacetsSchema = z.object({
  level: z.array(FacetSchema),
  status: z.array(FacetSchema),
  platform: z.array(FacetSchema),
  tags: z.array(FacetSchema),
});
/** Facets of a list, the most frequent values first. */
export type Facets = z.output<typeof FacetsSchema>;

/** One page of courses, at the top level as the specification has it. */
export const CoursePageSchema = z.object({
  courses: z.array(CourseSchema),
  currentPage: z.number(),
  totalPages: z.number(),
  /** At most {@link resultCap}. */
  totalCourses: z.number(),
  /** There are more than `totalCourses`: shown as "1,000+". */
  isCapped: z.boolean(),
  facets: FacetsSchema,
  /** The corrected words, when nothing matches the typed ones. */
  suggestion: z.optional(z.string()),
  /** Subjects and words of these results, when no course has all typed words. */
  closestTo: z.optional(z.array(z.string())),
  /** Tags near to what was searched, when there is no result at all; `count` is of the whole catalogue. */
  nearSubjects: z.optional(z.array(FacetSchema)),
});
export type CoursePage = z.output<typeof CoursePageSchema>;

// Forms submitted without JavaScript include empty fields.
function choice<const T extends readonly string[]>(values: T, fallback: T[number], message: string) {
  return z._default(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? fallback : value)),
      z.enum(values, message),
    ),
    fallback,
  );
}

const filterText = z._default(
  z.string('Please filter by text.').check(
    z.trim(),
    z.maxLength(200, 'Please use at most 200 characters.'),
    z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'Please remove the hidden control characters.'),
  ),
  '',
);

/** Filters, sort order and pagination of a list of courses; missing filters match everything. */
export const CourseQuerySchema = z.object({
  level: choice(['Beginner', 'Intermediate', 'Advanced', 'All'], 'All', 'Please choose a level.'),
  status: choice([...courseStatuses, 'All'], 'All', 'Please choose Free or Paid.'),
  platform: filterText,
  /** Separated by commas; a course must have them all. A text that is not a tag is searched as words, the last one by prefix. */
  tags: filterText,
  search: filterText,
  sort: choice(courseSorts, 'relevance', 'Please choose an order.'),
  ...PagingSchema,
});
export type CourseQuery = z.output<typeof CourseQuerySchema>;

// Covers back and forward navigation; after that the ETag avoids sending an unchanged response again.
const shortCache = { maxAgeS: 30, staleS: 300 };

export const filterCourses = endpoint('GET', '/explore/filter', 'public', {
  summary: 'Search the catalogue: a page of courses, how many there are, and what narrows them further',
  limit: 'browse',
  cache: shortCache,
  query: CourseQuerySchema,
  response: CoursePageSchema,
});

/** Completions for the search and filter fields. */
export const suggestCourses = endpoint('GET', '/explore/suggest', 'public', {
  summary: 'Tags, platforms and titles that begin with what was typed',
  limit: 'browse',
  cache: shortCache,
  query: z.object({ q: filterText }),
  response: z.object({
    message: z.string(),
    tags: z.array(z.string()),
    platforms: z.array(z.string()),
    titles: listOf({ title: z.string(), slug: z.string() }),
  }),
});

export const SlugSchema = z.string().check(z.regex(/^[a-z0-9-]{1,120}$/));

export const getCourse = endpoint('GET', '/explore/course/:slug', 'public', {
  summary: 'One course of the catalogue, by the name of its page',
  limit: 'browse',
  cache: shortCache,
  params: z.object({ slug: SlugSchema }),
  response: dataResponse(CourseDetailsSchema),
});

const courseIds = z.pipe(
  z.pipe(
    z.string('Please name the courses.').check(z.maxLength(2_000, 'Please ask about fewer courses.')),
    z.transform((ids: string) => ids.split(',')),
  ),
  z.array(IdSchema).check(z.maxLength(limits.maxPageSize, 'Please ask about fewer courses.')),
);

export const findSavedCourses = endpoint('GET', '/explore/saved', ['learner', 'sponsor'], {
  summary: 'Which of these courses (ids, separated by commas) are on the caller’s dashboard',
  limit: 'browse',
  query: z.object({ ids: courseIds }),
  response: dataResponse(z.array(IdSchema)),
});

export const saveCourse = endpoint('POST', '/dashboard/add', ['learner', 'sponsor'], {
  summary: 'Save a course to the caller’s dashboard; saving it again changes nothing',
  idempotency: 'once',
  limit: 'saves',
  statuses: [201, 200],
  body: z.object({
    title: requiredText('Please name the course.', 300),
    description: z._default(optionalText(2_000), ''),
    link: webAddress('Please enter the link to the course.'),
  }),
  response: objectResponse({ _id: IdSchema }),
});
