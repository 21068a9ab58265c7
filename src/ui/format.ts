import { reader } from '../browser/reader.ts';
/** Returns the day of a time in the words of the reader's language, as in "26 November 2026"; by default in the device's time zone. */
export const dayText = (time: string, timeZone = reader.timeZone): string =>
  new Date(time).toLocaleDateString(reader.locale, { dateStyle: 'long', timeZone });

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
