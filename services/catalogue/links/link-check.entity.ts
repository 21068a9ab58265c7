import { EntitySchema } from 'typeorm';
import { flag, moment, optionalText, text } from '#services/platform/database/columns.ts';

/** Result of the last check of a course's link. */
export interface LinkCheck {
  /** No foreign key, because that would forbid TRUNCATE of courses. */
  courseId: string;
  /** The link that was checked. */
  url: string;
  checkedAt: Date;
  /** The platform says that the page does not exist. */
  isDead: boolean;
  /** Why the page could not be read; null when it could. */
  problem: string | null;
  deadSince: Date | null;
}

export const LinkCheckEntity = new EntitySchema<LinkCheck>({
  name: 'LinkCheck',
  tableName: 'course_link_checks',
  columns: {
    courseId: { type: 'uuid', primary: true },
    url: text,
    checkedAt: { type: 'timestamptz', default: () => 'now()' },
    isDead: flag,
    problem: optionalText,
    deadSince: moment,
  },
  indices: [{ name: 'course_link_checks_dead', columns: ['deadSince'], where: 'is_dead' }],
});
