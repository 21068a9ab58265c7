import { expect, it } from 'vitest';
import { readAge } from './AgeFields.tsx';

const today = new Date(2026, 10, 22);
const guardianEmail = 'guardian@people.example';

it.each([
  ['2008-11-22', { isAdult: true }],
  ['2008-11-23', { isAdult: false, guardianEmail, adultFrom: '2026-12-01' }],
  ['2008-12-01', { isAdult: false, guardianEmail, adultFrom: '2027-01-01' }],
  ['2008-10-30', { isAdult: true }],
  ['1990-12-31', { isAdult: true }],
  ['2012-01-01', { isAdult: false, guardianEmail, adultFrom: '2030-02-01' }],
  ['', {}],
])('a date of birth of %j is sent as %j', (dateOfBirth, sent) => {
  expect(readAge({ dateOfBirth, guardianEmail }, today)).toEqual(sent);
});

it('an empty address of a guardian is left out, so that the form says what is missing', () => {
  const sent = readAge({ dateOfBirth: '2012-01-01', guardianEmail: '' }, today);
  expect(sent).toEqual({ isAdult: false, adultFrom: '2030-02-01' });
});
