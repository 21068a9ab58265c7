import { expect, it } from 'vitest';
import { clockInZone, timeBeside, timeInZone } from './meeting-time.ts';

const time = '2026-11-24T23:30:00.000Z';

it('formats a time with the name of its zone, across midnight and in summer', () => {
  expect(timeInZone(time, 'Africa/Nairobi')).toBe('Wednesday, 25 November 2026 at 02:30 (East Africa Time)');
  expect(clockInZone(time, 'Africa/Nairobi')).toBe('02:30 (East Africa Time)');
  expect(timeInZone(time, 'UTC')).toBe('Tuesday, 24 November 2026 at 23:30 (Coordinated Universal Time)');
  expect(timeInZone('2026-07-01T10:00:00Z', 'Europe/Berlin')).toBe(
    'Wednesday, 1 July 2026 at 12:00 (Central European Summer Time)',
  );
});

it('puts the other participant’s time beside it', () => {
  const other = { name: 'Ada', timeZone: 'Africa/Lagos' };
  expect(timeBeside(time, 'Africa/Nairobi', other)).toEqual({
    label: 'For Ada',
    time: 'Wednesday, 25 November 2026 at 00:30 (West Africa Time)',
  });
  // The clocks show the same, the zones have different names.
  expect(timeBeside(time, 'Europe/Berlin', other)?.time).toContain('West Africa Time');
  expect(timeBeside(time, 'Africa/Lagos', other)).toEqual({ label: 'For Ada', time: 'the same time' });
});

it('puts UTC beside it while the other time zone is unknown', () => {
  const other = { name: 'Ada', timeZone: null };
  expect(timeBeside(time, 'Africa/Nairobi', other)).toEqual({
    label: 'In UTC',
    time: 'Tuesday, 24 November 2026 at 23:30 (Coordinated Universal Time)',
  });
  expect(timeBeside(time, 'UTC', other)).toBeUndefined();
  // A zone of a newer system than this one.
  expect(timeBeside(time, 'Africa/Nairobi', { ...other, timeZone: 'Africa/Nowhere' })?.label).toBe('In UTC');
});
