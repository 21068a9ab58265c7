import type { DeskCourse } from '#contracts/desk/desk-catalogue.ts';
import { toMajor } from '#contracts/money.ts';

/** SQL list of what the desk shows of a course `c` with the check of its link `k`; see {@link deskCourseTables}. */
export const deskCourseColumns = `c.id, c.slug, c.title, c.platform, c.url, c.access, c.status,
  c.price_minor::float8 AS "priceMinor", c.currency, c.hidden_reason AS "hiddenReason",
  c.corrected_fields AS "correctedFields", k.checked_at AS "checkedAt", k.is_dead AS "isDead", k.problem,
  k.dead_since AS "deadSince"`;

/** SQL of the tables of {@link deskCourseColumns}. A check of a link that was corrected since does not count. */
export const deskCourseTables =
  'courses c LEFT JOIN course_link_checks k ON k.course_id = c.id AND k.url = c.url';

/** A row with {@link deskCourseColumns}. */
export interface DeskCourseRow extends Omit<DeskCourse, 'price' | 'priceUnit' | 'link'> {
  priceMinor: number | null;
  currency: string | null;
  checkedAt: Date | null;
  isDead: boolean | null;
  problem: string | null;
  deadSince: Date | null;
}

/** Converts a row into the course of the contract, with the price in major units. */
export function presentDeskCourse(row: DeskCourseRow): DeskCourse {
  const { priceMinor, currency, checkedAt, isDead, problem, deadSince, ...same } = row;
  return {
    ...same,
    price: priceMinor === null ? null : toMajor(priceMinor),
    priceUnit: currency,
    link: checkedAt && {
      checkedAt: checkedAt.toISOString(),
      isDead: isDead ?? false,
      problem,
      deadSince: deadSince?.toISOString() ?? null,
    },
  };
}
