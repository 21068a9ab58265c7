import { formatAtOffset } from '#contracts/meetings/meeting-time.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { meetingCopy as copy } from '../status/status.copy.ts';
import { browserTimeZone } from './format-meeting-time.ts';
import type { MeetingForm } from './parse-meeting-time.ts';

interface TimeFieldsProps {
  form: Pick<MeetingForm, 'field'>;
  /** The other participant, with the offset of their time zone from UTC in minutes. */
  other?: { name: string; utcOffsetMinutes: number | null } | undefined;
}

/** Date and time of a meeting; the time is repeated in the other participant's time zone, or in UTC. */
export function TimeFields({ form, other }: TimeFieldsProps) {
  // The form shows the errors of both below the fields.
  const { error: _, ...date } = form.field('date');
  const { error: __, ...time } = form.field('time');
  const chosen = new Date(`${date.value}T${time.value}`);
  const startsAt = Number.isNaN(chosen.getTime()) ? undefined : chosen.toISOString();
  const offset = other?.utcOffsetMinutes;
  return (
    <div className="field">
      <div className="fields-2">
        <TextField {...date} label={copy.date} type="date" />
        <TextField {...time} label={copy.time} type="time" />
      </div>
      <div className="field-hint">
        <p>{copy.zone(browserTimeZone())}</p>
        {startsAt && (
          <p>
            {other && typeof offset === 'number'
              ? `${copy.theirs(other.name)}: ${formatAtOffset(startsAt, offset)}.`
              : copy.timeInUtc(formatAtOffset(startsAt, 0))}
          </p>
        )}
      </div>
    </div>
  );
}
