import { expect, it } from 'vitest';
import {
  allowsMeetingAction,
  hasTakenPlace,
  isMeetingOpen,
  type MeetingAction,
  meetingStatuses,
  meetingTransitions,
} from './meeting-status.ts';

it('allows exactly these actions in each status', () => {
  const actions = Object.keys(meetingTransitions) as MeetingAction[];
  const allowed = Object.fromEntries(
    meetingStatuses.map((status) => [
      status,
      actions.filter((action) => allowsMeetingAction(status, action)).join(' '),
    ]),
  );
  expect(allowed).toEqual({
    awaiting_time: 'propose cancel counterPropose decline',
    proposed: 'propose cancel accept counterPropose decline',
    counter_proposed: 'propose acceptCounterProposal cancel accept counterPropose decline',
    accepted: 'propose cancel counterPropose decline',
    declined: '',
    cancelled: '',
  });
});

it('is open until it is declined or cancelled', () => {
  expect(meetingStatuses.filter(isMeetingOpen)).toEqual([
    'awaiting_time',
    'proposed',
    'counter_proposed',
    'accepted',
  ]);
});

it('has taken place once its end has passed, unless it was called off or no time was agreed', () => {
  const endsAt = '2026-11-22T10:30:00Z';
  const end = Date.parse(endsAt);
  const past = meetingStatuses.filter((status) => hasTakenPlace({ status, endsAt }, end));
  expect(past).toEqual(['proposed', 'accepted']);
  expect(hasTakenPlace({ status: 'accepted', endsAt: new Date(endsAt) }, end - 1)).toBe(false);
  expect(hasTakenPlace({ status: 'awaiting_time', endsAt: null }, end)).toBe(false);
});
