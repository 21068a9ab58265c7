import { afterEach, expect, it } from 'vitest';
import { reader } from '../browser/reader.ts';
import { clockText, dayText, shortened, timeText } from './format.ts';

const time = '2026-11-26T23:30:00Z';
afterEach(() => {
  delete reader.locale;
  delete reader.timeZone;
});

it.each([
  ['en-GB', 'Africa/Lagos', '27 November 2026', '00:30'],
  ['en-GB', 'America/New_York', '26 November 2026', '18:30'],
  ['fr', 'Africa/Lagos', '27 novembre 2026', '00:30'],
  ['de', 'UTC', '26. November 2026', '23:30'],
])('writes a time for a reader of %s in %s', (locale, timeZone, day, clock) => {
  Object.assign(reader, { locale, timeZone });
  expect([dayText(time), clockText(time)]).toEqual([day, clock]);
  expect(dayText(time, 'Pacific/Auckland')).toMatch(/^27/);
  expect(timeText(time, { month: 'numeric' })).toBe('11');
});

it('cuts a description at 50 characters', () => {
  expect(shortened('x'.repeat(50))).toBe('x'.repeat(50));
  expect(shortened('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
});
