import { reader } from '../browser/reader.ts';

// To make a format takes longer than to use it a hundred times. A server renders for readers of any locale and time zone.
const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 100;

/** Returns a time in the words of the reader's language, by default in the reader's time zone. @throws RangeError for no time. */
export function timeText(
  time: string,
  options: Intl.DateTimeFormatOptions,
  timeZone = reader.timeZone,
): string {
  const key = JSON.stringify([reader.locale, timeZone, options]);
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= maxFormats) formats.clear();
    format = new Intl.DateTimeFormat(reader.locale, { ...options, timeZone });
    formats.set(key, format);
  }
  return format.format(new Date(time));
}

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
