import { expect, it } from 'vitest';
import { africanCountries } from '#contracts/accounts/countries.ts';
import { utcOffsetMinutes } from './utc-offset.ts';

const winter = new Date('2026-11-24T12:00:30Z');

it.each([
  ['Nigeria', 60],
  ['Kenya', 180],
  ['Ghana', 0],
  ['South Africa', 120],
  ['Cabo Verde', -60],
  ['Mauritius', 240],
])('is returned for %s', (country, minutes) => {
  expect(utcOffsetMinutes(country, winter)).toBe(minutes);
});

it('follows summer time', () => {
  expect(utcOffsetMinutes('Egypt', winter)).toBe(120);
  expect(utcOffsetMinutes('Egypt', new Date('2026-07-01T12:00:00Z'))).toBe(180);
});

it('is plausible for every selectable country, on both sides of midnight', () => {
  for (const country of africanCountries)
    for (const at of [winter, new Date('2026-12-31T23:59:59Z')]) {
      const minutes = utcOffsetMinutes(country, at);
      expect([-60, 0, 60, 120, 180, 240], country).toContain(minutes);
    }
});

it.each([null, '', 'Atlantis', 'constructor'])('is null for %j', (country) => {
  expect(utcOffsetMinutes(country, winter)).toBeNull();
});
