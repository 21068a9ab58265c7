import { useId } from 'react';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { meetingCopy as copy } from '../status/status.copy.ts';
import { browserTimeZone, formatAtOffset } from './format-meeting-time.ts';

/** Date and time as typed, in the time zone of this browser. */
export interface TypedTime {
  date: string;
  time: string;
}

interface TimeFieldsProps {
  /** Prefix of the ids of both fields: `<id>-date`, `<id>-time`. */
  id?: string;
  typed: TypedTime;
  onChange: (typed: TypedTime) => void;
  /** The other participant, with the offset of their time zone from UTC in minutes. */
  other?: { name: string; utcOffsetMinutes: number | null };
}

/** Date and time of a meeting; the time is repeated in the other participant's time zone, or in UTC. */
export function TimeFields({ id, typed, onChange, other }: TimeFieldsProps) {
  const ownId = useId();
  const prefix = id ?? ownId;
  const chosen = new Date(`${typed.date}T${typed.time}`);
  const startsAt = Number.isNaN(chosen.getTime()) ? undefined : chosen.toISOString();
  const offset = other?.utcOffsetMinutes;
  return (
    <>
      <div className="fields-2">
        <TextField
          id={`${prefix}-date`}
          label={copy.date}
          type="date"
          value={typed.date}
          onChange={(event) => onChange({ ...typed, date: event.target.value })}
        />
        <TextField
          id={`${prefix}-time`}
          label={copy.time}
          type="time"
          value={typed.time}
          onChange={(event) => onChange({ ...typed, time: event.target.value })}
        />
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
    </>
  );
}
