import { keepResults } from '../browser/keep-results.ts';
import { reader } from '../browser/reader.ts';

// To make a format takes longer than to use it a hundred times.
const formatOf = keepResults((key) => {
  const [locale, options] = JSON.parse(key) as [string | null, Intl.DateTimeFormatOptions];
  return new Intl.DateTimeFormat(locale ?? undefined, options);
});

/** Returns a time in the words of the reader's language, by default in the reader's time zone. @throws RangeError for no time. */
export const timeText = (
  time: string,
  options: Intl.DateTimeFormatOptions,
  timeZone = reader.timeZone,
): string => formatOf(JSON.stringify([reader.locale, { ...options, timeZone }])).format(new Date(time));

/** Returns the day of a time in the words of the reader's language, as in "26 November 2026"; by default in the reader's time zone. */
export const dayText = (time: string, timeZone?: string): string =>
  timeText(time, { dateStyle: 'long' }, timeZone);

/** Returns the hour and minute of a time as the reader's language writes them. */
export const clockText = (time: string): string => timeText(time, { timeStyle: 'short' });

/** Returns a course's duration with its unit, in the singular for 1. */
export function durationInWords(course: { duration: number; durationUnit: string }): string {
  const { duration, durationUnit } = course;
  return `${duration} ${duration === 1 ? durationUnit.replace(/s$/, '') : durationUnit}`;
}

/** The first 50 characters of a description, cut with an ellipsis (specification section 9). */
export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 50 ? `${characters.slice(0, 50).join('').trimEnd()}…` : text;
}
