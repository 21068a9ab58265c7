import { meetingStatuses } from '#contracts/meetings/meeting-status.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** A meeting of a sponsor and a learner about one request. Cancelled rows are kept; a new meeting is a new row. */
export type Meeting = RowOf<typeof MeetingEntity>;

export const MeetingEntity = defineEntity({
  name: 'Meeting',
  tableName: 'meetings',
  columns: {
    id: column.id,
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE' }),
    sponsorId: column.exportedTo(column.reference('User', { onDelete: 'CASCADE' }), 'sponsor'),
    status: column.oneOf(meetingStatuses),
    /** Start and end that the sponsor proposed or both agreed on; null while there is no time. */
    startsAt: column.moment,
    endsAt: column.moment,
    /** Start that the learner proposed instead; set exactly while the status is `counter_proposed`. */
    proposedStartsAt: column.moment,
    roomUrl: column.exportedTo(column.text, 'learner', 'sponsor'),
    /** Link of a call that a participant proposes instead; both null without one. */
    proposedRoomUrl: column.exportedTo(column.optionalText, 'learner', 'sponsor'),
    roomProposedBy: column.internal(column.optional(column.uuid)),
    note: column.exportedTo(column.optionalText, 'sponsor'),
    /** How often the meeting has changed: SEQUENCE of the calendar invitation (RFC 5545). */
    revision: column.internal(column.counter),
    /** The newest revision for which mails to learner and sponsor were enqueued; null before the first. */
    notifiedRevision: column.internal(column.optional(column.integer)),
    /** The revision at which both agreed on the time; null before. */
    answeredRevision: column.internal(column.optional(column.integer)),
    notifiedAt: column.moment,
    /** When it was cancelled or declined. */
    cancelledAt: column.moment,
    createdAt: column.createdAt,
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
