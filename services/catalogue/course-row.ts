import type { CatalogueCourse } from '#contracts/catalogue/catalogue.ts';
import { toMajor } from '#contracts/money.ts';

/** SQL list of the course columns that are selected into JSON; see {@link CourseRow}. */
export const courseColumns = `c.id, c.slug, c.title, c.description, c.url, c.status, c.access, c.price_minor, c.currency,
  c.level, c.platform, c.tags, c.rating, c.checked_on`;

/** A row with {@link courseColumns}. */
export interface CourseRow
  extends Pick<
    CatalogueCourse,
    'slug' | 'title' | 'description' | 'url' | 'status' | 'access' | 'level' | 'platform' | 'tags'
  > {
  id: string;
  price_minor: number | null;
  currency: string | null;
  rating: number | null;
  checked_on: string | null;
}

/** Converts a database row into the course of the API contract, with the price in major units. */
export function presentCourse(row: CourseRow): CatalogueCourse {
  const { id, price_minor, currency, rating, checked_on, ...same } = row;
  return {
    ...same,
    _id: id,
    price: price_minor === null ? null : toMajor(price_minor),
    priceUnit: currency,
    ratings: rating,
    checkedOn: checked_on,
  };
}
