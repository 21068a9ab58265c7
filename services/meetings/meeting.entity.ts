import { EntitySchema } from 'typeorm';
import { type MeetingStatus, meetingStatuses } from '#contracts/meetings/meeting-status.ts';
import {
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** A meeting of a sponsor and a learner about one request. Cancelled rows are kept; a new meeting is a new row. */
export interface Meeting {
  id: string;
  requestId: string;
  sponsorId: string;
  status: MeetingStatus;
  /** Start and end that the sponsor proposed or both agreed on; null while there is no time. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** Start that the learner proposed instead; set exactly while the status is `counter_proposed`. */
  proposedStartsAt: Date | null;
  roomUrl: string;
  note: string | null;
  /** How often the meeting has changed: SEQUENCE of the calendar invitation (RFC 5545). */
  revision: number;
  /** The newest revision for which mails to learner and sponsor were enqueued; null before the first. */
  toldRevision: number | null;
  /** The revision at which both agreed on the time; null before. */
  answeredRevision: number | null;
  notifiedAt: Date | null;
  /** When it was cancelled or declined. */
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
    status: text,
    startsAt: moment,
    endsAt: moment,
    proposedStartsAt: moment,
    roomUrl: text,
    note: optionalText,
    revision: { type: 'integer', default: 0 },
    toldRevision: { type: 'integer', nullable: true },
    answeredRevision: { type: 'integer', nullable: true },
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
    { name: 'meetings_of_sponsor', columns: ['sponsorId', 'createdAt'] },
    { name: 'meetings_request', columns: ['requestId'] },
  ],
  checks: [
    { name: 'meetings_end_after_start', expression: 'ends_at > starts_at' },
    { name: 'meetings_status_known', expression: oneOf('status', meetingStatuses) },
    {
      name: 'meetings_closed_when_ended',
      expression: "(cancelled_at IS NOT NULL) = (status IN ('declined', 'cancelled'))",
    },
    { name: 'meetings_both_times', expression: '(starts_at IS NULL) = (ends_at IS NULL)' },
    {
      name: 'meetings_time_when_agreed',
      expression: "status NOT IN ('proposed', 'accepted') OR starts_at IS NOT NULL",
    },
    {
      name: 'meetings_counter_proposal',
      expression: "(status = 'counter_proposed') = (proposed_starts_at IS NOT NULL)",
    },
  ],
});
