/** Returns the day of a time in the words of the reader's language, as in "26 November 2026"; by default in the device's time zone. */
export const dayText = (time: string, timeZone?: string): string =>
  new Date(time).toLocaleDateString(undefined, { dateStyle: 'long', timeZone });
