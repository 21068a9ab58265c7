import { EntitySchema } from 'typeorm';
import { importStatuses } from '#contracts/desk/desk-catalogue.ts';
import {
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';
import type { ImportProgress } from './progress-line.ts';

/** A CSV file that an operator imports. */
export interface CourseUpload {
  id: string;
  requestedById: string;
  fileName: string;
  /** Name of the mapping, from `importPresets`. */
  preset: string;
  /** Null once the import has ended. */
  content: Buffer | null;
  sizeBytes: number;
  status: (typeof importStatuses)[number];
  progress: Partial<ImportProgress>;
  /** The first refused rows. */
  rejections: { line: number; problem: string }[];
  failure: string | null;
  finishedAt: Date | null;
  createdAt: Date;
}

export const CourseUploadEntity = new EntitySchema<CourseUpload>({
  name: 'CourseUpload',
  tableName: 'course_uploads',
  columns: {
    id,
    requestedById: reference('User'),
    fileName: text,
    preset: text,
    content: { type: 'bytea', nullable: true },
    sizeBytes: { type: 'integer' },
    status: { ...text, default: 'queued' },
    progress: { type: 'jsonb', default: () => `'{}'` },
    rejections: { type: 'jsonb', default: () => `'[]'` },
    failure: optionalText,
    finishedAt: moment,
    createdAt,
  },
  indices: [
    { name: 'course_uploads_created', columns: ['createdAt'] },
    { name: 'course_uploads_requested_by', columns: ['requestedById'] },
  ],
  checks: [{ name: 'course_uploads_status_known', expression: oneOf('status', importStatuses) }],
});
