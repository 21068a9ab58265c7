import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, optionalText, reference, text } from '#services/platform/database/columns.ts';

/** A meeting of a sponsor and a learner about one request. */
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
  notifiedAt: Date | null;
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
    notifiedAt: moment,
    createdAt,
  },
  indices: [{ name: 'meetings_one_per_sponsor', columns: ['requestId', 'sponsorId'], unique: true }],
  checks: [{ name: 'meetings_end_after_start', expression: 'ends_at > starts_at' }],
});
