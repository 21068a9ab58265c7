import { mainTimeZones } from './main-time-zones.ts';

const zones = new Map<string, string>(Object.entries(mainTimeZones));
const minuteMs = 60_000;

/**
 * Returns the offset of a country's main time zone from UTC at a time, in minutes; null for an unknown country. The
 * offset is the only information about a participant's location that the other one gets.
 */
export function utcOffsetMinutes(country: string | null, at: Date): number | null {
  const timeZone = zones.get(country ?? '');
  if (!timeZone) return null;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
  // The formatted parts have no seconds, so drop them from the time as well.
  return shown / minuteMs - Math.floor(at.getTime() / minuteMs);
}
