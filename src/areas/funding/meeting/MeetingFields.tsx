import type { ReactElement } from 'react';
import { Field } from '../../../ui/fields/Field.tsx';
import { meetingCopy as copy } from '../status/status.copy.ts';
import type { MeetingForm } from './parse-meeting-time.ts';
import { TimeFields } from './TimeFields.tsx';

interface MeetingFieldsProps {
  form: Pick<MeetingForm, 'field'>;
  /** The learner, once the offset of their time zone is known. */
  learner?: { name: string; utcOffsetMinutes: number | null };
  /** The learner proposes the time, so date and time are not shown. */
  isTimeLeftOpen?: boolean;
  /** What else decides about the time; between the time and the note. */
  children?: ReactElement;
}

/** Date, time and note of a meeting. */
export function MeetingFields({ form, learner, isTimeLeftOpen = false, children }: MeetingFieldsProps) {
  const { error: _, ...note } = form.field('note');
  return (
    <>
      {!isTimeLeftOpen && <TimeFields form={form} other={learner} />}
      {children}
      <Field id={note.id} label={copy.note} hint={copy.noteHint}>
        {(control) => <textarea {...note} {...control} className="input" rows={3} maxLength={500} />}
      </Field>
    </>
  );
}
