import { mainTimeZones } from './main-time-zones.ts';

const zones = new Map<string, string>(Object.entries(mainTimeZones));
const minuteMs = 60_000;

/**
 * How far the clocks of a country are ahead of UTC at a moment, in minutes; null for a country that we do not
 * know. An offset is all that one side of a meeting learns about where the other one lives.
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
  // The parts have no seconds, so neither must the moment.
  return shown / minuteMs - Math.floor(at.getTime() / minuteMs);
}
