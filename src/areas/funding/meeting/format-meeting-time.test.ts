import { expect, it } from 'vitest';
import { formatAtOffset } from '#contracts/meetings/meeting-time.ts';
import { formatBrowserTime, toDateTimeFields } from './format-meeting-time.ts';

const time = '2026-11-24T23:30:00.000Z';

it('formats a time at an offset, across midnight', () => {
  expect(formatAtOffset(time, 180)).toBe('Wednesday, 25 November 2026 at 02:30 (UTC+3)');
  expect(formatAtOffset(time, 0)).toBe('Tuesday, 24 November 2026 at 23:30 (UTC)');
  expect(formatAtOffset(time, -60)).toBe('Tuesday, 24 November 2026 at 22:30 (UTC−1)');
});

it('names the browser’s time zone', () => {
  expect(formatBrowserTime(time)).toMatch(/November 2026 at \d\d:30 \(.+\)$/);
});

it('round-trips through the form fields', () => {
  const fields = toDateTimeFields(time);
  expect(new Date(`${fields.date}T${fields.time}`).toISOString()).toBe(time);
});
