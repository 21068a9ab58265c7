import { courseColumns } from './course-row.ts';
import { orders } from './scan-sort-order.ts';

// More would be read for each page; the pages after these courses are in the order of the rating alone.
const mixedCourses = 120;

// Courses of a level in each round of a subject: most visitors begin. Other levels have one.
const shares = { '=l:beginner': 3 } as const;

/** Returns whether the page from this offset is among the first pages of the catalogue, which mix subjects and levels. */
export const isMixed = (offset: number, limit: number): boolean =>
  offset + limit <= mixedPages(limit) * limit;

// Only whole pages, so that no page has a course of both orders.
const mixedPages = (limit: number) => Math.floor(mixedCourses / limit);

/**
 * SQL of a page of the best-rated courses, as a JSON array, in rounds: first the best-rated course of each subject (its first
 * tag), then the second of each, and so on; a round begins with three courses for beginners and one of each other level.
 * `$1` is the limit, `$2` the offset. The courses are those that are first by rating: mixing decides their order alone.
 */
export const mixedCatalogue = `(
  WITH best AS MATERIALIZED (
    SELECT course_id, rating_order, facets[1] COLLATE "C" AS level, facets[4] COLLATE "C" AS subject FROM (
      SELECT course_id, rating_order, facets FROM course_search ORDER BY ${orders.rating} LIMIT ${mixedCourses}) AS reached
    ORDER BY ${orders.rating} LIMIT ${mixedCourses} / $1::int * $1::int),
  rounds AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY subject ORDER BY ${orders.rating}) AS round FROM best),
  places AS MATERIALIZED (
    SELECT *, (row_number() OVER (PARTITION BY round, level ORDER BY ${orders.rating}) - 0.5::float8)
      / CASE level ${Object.entries(shares)
        .map(([level, share]) => `WHEN '${level}' THEN ${share}`)
        .join(' ')} ELSE 1 END AS place FROM rounds),
  shown AS MATERIALIZED (
    SELECT *, row_number() OVER (ORDER BY round, place, level = '=l:advanced', ${orders.rating}) AS at FROM places
    ORDER BY at LIMIT $1::int OFFSET $2::int)
  SELECT json_agg(row) FROM (
    SELECT ${courseColumns} FROM shown JOIN courses c ON c.id = course_id ORDER BY at) AS row)`;
