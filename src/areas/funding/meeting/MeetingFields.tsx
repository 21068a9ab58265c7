import type { ReactElement } from 'react';
import * as z from 'zod/mini';
import { type Participant, timeBeside, timeInZone } from '#contracts/meetings/meeting-time.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { browserTimeZone } from '../../../browser/time-zone.ts';
import { TextArea, TextField } from '../../../ui/fields/Field.tsx';
import type { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { meetingCopy as copy } from '../status/status.copy.ts';

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

/** Schema of a typed meeting: parses its start to ISO time in UTC. The start is optional: pass neither date nor time. */
export const TypedMeetingSchema = z.pipe(
  z.object({ date: z.optional(z.string()), time: z.optional(z.string()), note: z.string() }),
  z.transform(({ date, time, note }, { issues }): { startsAt?: string; note: string } => {
    if (date === undefined && time === undefined) return { note };
    const { startsAt, problem } = parseMeetingTime(date ?? '', time ?? '', new Date(serverNow()));
    if (startsAt) return { startsAt, note };
    issues.push({ code: 'custom', message: problem, path: [date ? 'time' : 'date'], input: time });
    return z.NEVER;
  }),
);

/** State of a form with the time of a meeting; date and time are local to this browser. */
type MeetingForm = ReturnType<
  typeof useContractForm<Record<'date' | 'time' | 'note', string>, typeof TypedMeetingSchema>
>;

/**
 * Parses a typed local date and time to an ISO time in UTC, or returns the validation message.
 * @internal Its test needs no form.
 */
export function parseMeetingTime(
  date: string,
  time: string,
  now: Date,
): { startsAt?: string; problem?: string } {
  const startsAt = new Date(`${date}T${time}`);
  if (!date || !time || Number.isNaN(startsAt.getTime())) return { problem: copy.chooseTime };
  return startsAt > now ? { startsAt: startsAt.toISOString() } : { problem: copy.past };
}
