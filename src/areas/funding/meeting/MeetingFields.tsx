import type { ReactElement } from 'react';
import { type Participant, timeBeside, timeInZone } from '#contracts/meetings/meeting-time.ts';
import { browserTimeZone } from '../../../browser/time-zone.ts';
import { TextArea, TextField } from '../../../ui/fields/Field.tsx';
import type { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { meetingCopy as copy } from './meeting.copy.ts';
import type { TypedMeetingSchema } from './typed-meeting.schema.ts';

interface MeetingFieldsProps {
  form: Pick<MeetingForm, 'field'>;
  learner: Participant;
  /** The learner proposes the time, so date and time are not shown. */
  isTimeLeftOpen?: boolean;
  /** Other fields that decide about the time; between the time and the note. */
  children?: ReactElement;
}

/** Date, time and note of a meeting. */
export function MeetingFields({ form, learner, isTimeLeftOpen = false, children }: MeetingFieldsProps) {
  const { error: _, ...note } = form.field('note');
  return (
    <>
      {!isTimeLeftOpen && <TimeFields form={form} other={learner} />}
      {children}
      <TextArea {...note} label={copy.note} hint={copy.noteHint} rows={3} maxLength={500} />
    </>
  );
}

interface TimeFieldsProps {
  form: Pick<MeetingForm, 'field'>;
  other: Participant;
}

/** Date and time of a meeting; the time is repeated with its time zone, and in the other participant's or in UTC. */
export function TimeFields({ form, other }: TimeFieldsProps) {
  // The form shows the errors of both below the fields.
  const { error: _, ...date } = form.field('date');
  const { error: __, ...time } = form.field('time');
  const chosen = new Date(`${date.value}T${time.value}`);
  const startsAt = Number.isNaN(chosen.getTime()) ? undefined : chosen.toISOString();
  const zone = browserTimeZone();
  const beside = startsAt && timeBeside(startsAt, zone, other);
  return (
    <div className="field">
      <div className="fields-2">
        <TextField {...date} label={copy.date} type="date" />
        <TextField {...time} label={copy.time} type="time" />
      </div>
      <div className="field-hint">
        <p>{startsAt ? `${copy.yours}: ${timeInZone(startsAt, zone)}.` : copy.zone(zone)}</p>
        {beside && (
          <p>
            {beside.label}: {beside.time}.
          </p>
        )}
      </div>
    </div>
  );
}

/** Imports the schema of a form with the time of a meeting. */
export const loadTypedMeeting = async () => (await import('./typed-meeting.schema.ts')).TypedMeetingSchema;

/** State of a form with the time of a meeting; date and time are local to this browser. */
type MeetingForm = ReturnType<
  typeof useContractForm<Record<'date' | 'time' | 'note', string>, typeof TypedMeetingSchema>
>;
