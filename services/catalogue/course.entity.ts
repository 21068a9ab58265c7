import { EntitySchema } from 'typeorm';
import { type CourseAccess, courseAccess } from '#contracts/catalogue.ts';
import {
  amountMinor,
  createdAt,
  id,
  oneOf,
  optionalText,
  text,
} from '#services/platform/database/columns.ts';

/** A catalogue entry: a course on some platform. */
export interface Course {
  id: string;
  title: string;
  description: string;
  platform: string;
  url: string;
  level: 'Beginner' | 'Intermediate' | 'Advanced' | 'All';
  status: 'Free' | 'Paid';
  /** What is free and what is not; null when no source says more than the status. */
  access: CourseAccess | null;
  /** Null when no price was seen in a source. */
  priceMinor: number | null;
  currency: string | null;
  tags: string[];
  /** 0 to 5; null when no rating was seen in a source. */
  rating: number | null;
  /** Names the course's page; made by the database from the title, and kept when the title changes. */
  slug: string;
  language: string | null;
  /** As the source puts it, such as "6 months". */
  duration: string | null;
  /** Day on which the facts were noted, as YYYY-MM-DD. */
  checkedOn: string | null;
  createdAt: Date;
}

export const CourseEntity = new EntitySchema<Course>({
  name: 'Course',
  tableName: 'courses',
  columns: {
    id,
    title: text,
    description: text,
    platform: text,
    url: text,
    level: text,
    status: text,
    access: optionalText,
    priceMinor: { ...amountMinor, nullable: true },
    currency: optionalText,
    tags: { type: 'text', array: true, default: () => `'{}'` },
    rating: { type: 'real', nullable: true },
    slug: text,
    language: optionalText,
    duration: optionalText,
    checkedOn: { type: 'date', nullable: true },
    createdAt,
  },
  indices: [
    { name: 'courses_platform_url_unique', columns: ['platform', 'url'], unique: true },
    { name: 'courses_slug_unique', columns: ['slug'], unique: true },
  ],
  checks: [
    {
      name: 'courses_level_known',
      expression: oneOf('level', ['Beginner', 'Intermediate', 'Advanced', 'All']),
    },
    { name: 'courses_status_known', expression: oneOf('status', ['Free', 'Paid']) },
    { name: 'courses_access_known', expression: oneOf('access', courseAccess) },
    { name: 'courses_price_positive', expression: 'price_minor > 0' },
    { name: 'courses_rating_range', expression: 'rating BETWEEN 0 AND 5' },
  ],
});
