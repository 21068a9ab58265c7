import { EntitySchema } from 'typeorm';
import { text } from '#services/platform/database/columns.ts';

/** A link that a course had before an operator corrected it: imports still name the course by it. */
export interface FormerLink {
  platform: string;
  url: string;
  /** No foreign key, because that would forbid TRUNCATE of courses. */
  courseId: string;
}

export const FormerLinkEntity = new EntitySchema<FormerLink>({
  name: 'FormerLink',
  tableName: 'course_former_links',
  columns: {
    platform: { ...text, primary: true },
    url: { ...text, primary: true },
    courseId: { type: 'uuid' },
  },
});
