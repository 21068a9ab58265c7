import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, optionalText, reference, text } from '#services/platform/database/columns.ts';

/** A meeting of a sponsor and a learner about one request; a cancelled one is kept, and a new one is another row. */
export interface Meeting {
  id: string;
  requestId: string;
  sponsorId: string;
  startsAt: Date;
  endsAt: Date;
  roomUrl: string;
  note: string | null;
  /** How often the meeting has changed: SEQUENCE of the calendar invitation (RFC 5545). */
  revision: number;
  /** The newest revision that learner and sponsor were promised a mail about; null before the first. */
  toldRevision: number | null;
  notifiedAt: Date | null;
  cancelledAt: Date | null;
  createdAt: Date;
}

export const MeetingEntity = new EntitySchema<Meeting>({
  name: 'Meeting',
  tableName: 'meetings',
  columns: {
    id,
    requestId: reference('HelpRequest', { onDelete: 'CASCADE' }),
    sponsorId: reference('User', { onDelete: 'CASCADE' }),
    startsAt: { type: 'timestamptz' },
    endsAt: { type: 'timestamptz' },
    roomUrl: text,
    note: optionalText,
    revision: { type: 'integer', default: 0 },
    toldRevision: { type: 'integer', nullable: true },
    notifiedAt: moment,
    cancelledAt: moment,
    createdAt,
  },
  indices: [
    {
      name: 'meetings_one_per_sponsor',
      columns: ['requestId', 'sponsorId'],
      unique: true,
      where: 'cancelled_at IS NULL',
    },
  ],
  checks: [{ name: 'meetings_end_after_start', expression: 'ends_at > starts_at' }],
});
