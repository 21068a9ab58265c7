import { expect, it } from 'vitest';
import { disputeDueAt } from './disputes.ts';

// 2026-11-16 is a Monday. Nigeria is UTC+1, Ghana UTC+0, South Africa UTC+2, Kenya UTC+3.
it.each([
  ['within one day', 'NGN', '2026-11-16T05:00:00Z', '2026-11-16T21:00:00Z'],
  ['overnight', 'NGN', '2026-11-16T12:00:00Z', '2026-11-17T04:00:00Z'],
  ['over a weekend', 'NGN', '2026-11-20T17:00:00Z', '2026-11-23T09:00:00Z'],
  ['until exactly the end of Friday', 'NGN', '2026-11-20T07:00:00Z', '2026-11-20T23:00:00Z'],
  ['opened on Saturday', 'NGN', '2026-11-21T10:00:00Z', '2026-11-23T15:00:00Z'],
  [
    'opened on Sunday evening, which is Monday in Lagos',
    'NGN',
    '2026-11-22T23:30:00Z',
    '2026-11-23T15:30:00Z',
  ],
  [
    'opened late on Friday, which is Saturday in Lagos',
    'NGN',
    '2026-11-20T23:30:00Z',
    '2026-11-23T15:00:00Z',
  ],
  ['48 hours in Ghana', 'GHS', '2026-11-16T10:00:00Z', '2026-11-18T10:00:00Z'],
  ['48 hours in Ghana over a weekend', 'GHS', '2026-11-19T10:00:00Z', '2026-11-23T10:00:00Z'],
  ['48 hours in South Africa', 'ZAR', '2026-11-20T21:00:00Z', '2026-11-24T21:00:00Z'],
  ['48 hours in Kenya', 'KES', '2026-11-20T20:00:00Z', '2026-11-24T20:00:00Z'],
  [
    'a public holiday counts: 25 December 2026 is a Friday',
    'NGN',
    '2026-12-25T08:00:00Z',
    '2026-12-28T00:00:00Z',
  ],
  ['another currency: the shortest time', 'USD', '2026-11-16T05:00:00Z', '2026-11-16T21:00:00Z'],
])('%s', (_, currency, openedAt, dueAt) => {
  expect(disputeDueAt(new Date(openedAt), currency)).toEqual(new Date(dueAt));
});
