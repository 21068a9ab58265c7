import { Field } from '../../../ui/fields/Field.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { meetingCopy as copy } from '../status.copy.ts';
import { thereInWords, zoneHere } from './meeting-clocks.ts';

/** When to meet and what to say about it, as typed. */
export interface MeetingPlan {
  date: string;
  time: string;
  note: string;
}

interface MeetingFieldsProps {
  plan: MeetingPlan;
  onChange: (plan: MeetingPlan) => void;
  /** How far the learner's clocks are ahead of UTC, and whose they are, once a meeting tells. */
  learner?: { name: string; utcOffsetMinutes: number | null };
  /** What leaving both times empty does. */
  hint?: string;
}

/** Date, time and note of a meeting; the time is said by the other clock, too. */
export function MeetingFields({ plan, onChange, learner, hint }: MeetingFieldsProps) {
  const chosen = new Date(`${plan.date}T${plan.time}`);
  const startsAt = Number.isNaN(chosen.getTime()) ? undefined : chosen.toISOString();
  const offset = learner?.utcOffsetMinutes;
  return (
    <>
      <div className="fields-2">
        <TextField
          id="meeting-date"
          label={copy.date}
          type="date"
          value={plan.date}
          onChange={(event) => onChange({ ...plan, date: event.target.value })}
        />
        <TextField
          id="meeting-time"
          label={copy.time}
          type="time"
          value={plan.time}
          onChange={(event) => onChange({ ...plan, time: event.target.value })}
        />
      </div>
      <div className="field-hint">
        <p>
          {copy.zone(zoneHere())} {!startsAt && hint}
        </p>
        {startsAt && (
          <p>
            {learner && typeof offset === 'number'
              ? `${copy.theirs(learner.name)}: ${thereInWords(startsAt, offset)}.`
              : copy.inUtc(thereInWords(startsAt, 0))}
          </p>
        )}
      </div>
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
