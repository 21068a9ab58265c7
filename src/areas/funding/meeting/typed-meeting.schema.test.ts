import { expect, it } from 'vitest';
import { parseMeetingTime } from './typed-meeting.schema.ts';

const now = new Date('2026-11-20T12:00:00');

it('converts a local date and time to UTC', () => {
  expect(parseMeetingTime('2026-11-21', '10:30', now)).toEqual({
    startsAt: new Date('2026-11-21T10:30:00').toISOString(),
  });
});

it.each([
  ['', '', 'Please choose a date and a time.'],
  ['2026-11-21', '', 'Please choose a date and a time.'],
  ['', '10:00', 'Please choose a date and a time.'],
  ['2026-11-19', '10:00', 'Please choose a time that is still to come.'],
])('rejects %j %j', (date, time, problem) => {
  expect(parseMeetingTime(date, time, now)).toEqual({ problem });
});
