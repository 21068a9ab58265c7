import { expect, it } from 'vitest';
import { calendarUrl, toDateTimeFields } from './meeting-time.ts';

const time = '2026-11-24T23:30:00.000Z';

it('round-trips through the form fields', () => {
  const fields = toDateTimeFields(time);
  expect(new Date(`${fields.date}T${fields.time}`).toISOString()).toBe(time);
});

it('the calendar URL contains title, times in UTC, room, note and the learner as guest', () => {
  const page = new URL(
    calendarUrl({
      _id: 'm',
      requestId: 'r',
      status: 'proposed',
      proposedStartsAt: null,
      startsAt: '2026-11-20T11:00:00+01:00',
      endsAt: '2026-11-20T10:30:00.000Z',
      roomUrl: 'https://meet.example/room',
      note: 'About the course',
      title: 'Meeting about Data Science & more',
      isTold: true,
      learner: { _id: 'l', fullName: 'Ada', email: 'ada+x@example.org', timeZone: 'Africa/Lagos' },
    }) ?? '',
  );
  expect(page.origin).toBe('https://calendar.google.com');
  expect(Object.fromEntries(page.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Meeting about Data Science & more',
    dates: '20261120T100000Z/20261120T103000Z',
    details: 'About the course\n\nhttps://meet.example/room',
    location: 'https://meet.example/room',
    add: 'ada+x@example.org',
  });
});
