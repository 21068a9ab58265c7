import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** States of an enrolment (specification section 4). */
export const enrolmentStatuses = ['in-progress', 'completed'] as const;

/** A course on a person's dashboard: saved from the catalogue, or paid through a request. */
export interface Enrolment {
  id: string;
  userId: string;
  requestId: string | null;
  title: string;
  description: string;
  link: string;
  status: (typeof enrolmentStatuses)[number];
  completedAt: Date | null;
  createdAt: Date;
}

export const EnrolmentEntity = new EntitySchema<Enrolment>({
  name: 'Enrolment',
  tableName: 'enrolments',
  columns: {
    id,
    userId: reference('User', { onDelete: 'CASCADE' }),
    requestId: reference('HelpRequest', { onDelete: 'SET NULL', nullable: true }),
    title: text,
    description: text,
    link: text,
    status: { ...text, default: 'in-progress' },
    completedAt: moment,
    createdAt,
  },
  indices: [
    {
      name: 'enrolments_saved_once',
      columns: ['userId', 'link'],
      unique: true,
      where: 'request_id IS NULL',
    },
    { name: 'enrolments_request_once', columns: ['requestId'], unique: true },
    { name: 'enrolments_user', columns: ['userId', 'createdAt'] },
  ],
  checks: [
    { name: 'enrolments_status_known', expression: oneOf('status', enrolmentStatuses) },
    { name: 'enrolments_completed_at', expression: `(status = 'completed') = (completed_at IS NOT NULL)` },
  ],
});
