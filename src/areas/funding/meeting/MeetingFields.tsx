import { Field } from '../../../ui/fields/Field.tsx';
import { meetingCopy as copy } from '../status/status.copy.ts';
import { TimeFields, type TypedTime } from './TimeFields.tsx';

/** Time and note of a meeting, as typed. */
export interface MeetingPlan extends TypedTime {
  note: string;
}

interface MeetingFieldsProps {
  plan: MeetingPlan;
  onChange: (plan: MeetingPlan) => void;
  /** The learner, once the offset of their time zone is known. */
  learner?: { name: string; utcOffsetMinutes: number | null };
  /** The learner proposes the time, so date and time are not shown. */
  isTimeLeftOpen?: boolean;
}

/** Date, time and note of a meeting. */
export function MeetingFields({ plan, onChange, learner, isTimeLeftOpen = false }: MeetingFieldsProps) {
  return (
    <>
      {!isTimeLeftOpen && (
        <TimeFields
          id="meeting"
          typed={plan}
          onChange={(typed) => onChange({ ...plan, ...typed })}
          {...(learner && { other: learner })}
        />
      )}
      <Field id="meeting-note" label={copy.note} hint={copy.noteHint}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            maxLength={500}
            value={plan.note}
            onChange={(event) => onChange({ ...plan, note: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
