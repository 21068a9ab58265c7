import { describe, expect, it } from 'vitest';
import { requestFacts } from '#tools/structure/draw-request-states.ts';
import { type LearnerReading, learnerReading, learnerReadings } from './learner-reading.ts';
import {
  courseStateOf,
  fillSentence,
  listOf,
  type RequestFacts,
  type RequestState,
  requestStateOf,
  requestStates,
} from './request-state.ts';

const open = (status: RequestFacts['status'], held: string | undefined, state: RequestState) =>
  [(facts: RequestFacts) => facts.status === status && facts.review?.state === held, state] as const;
type Purchase = NonNullable<RequestFacts['purchase']>;
const paid = (test: (purchase: Purchase | null, isHeld: boolean) => boolean, state: RequestState) =>
  [
    (facts: RequestFacts) => facts.status === 'paid' && test(facts.purchase, facts.review !== null),
    state,
  ] as const;
const unbought = (purchase: Purchase | null) =>
  purchase === null || ['queued', 'claimed'].includes(purchase.status);
const kept = (purchase: Purchase | null, ...statuses: Purchase['status'][]) =>
  purchase !== null && statuses.includes(purchase.status) && !purchase.isRefunding;

/** Each combination is in exactly one line. */
const table: readonly (readonly [(facts: RequestFacts) => boolean, RequestState])[] = [
  open('pending', undefined, 'pending'),
  open('pending', 'waiting', 'waiting'),
  open('pending', 'guardian', 'guardian'),
  open('pending', 'paused', 'paused'),
  open('pending', 'rejected', 'rejected'),
  open('reserved', undefined, 'reserved'),
  open('reserved', 'waiting', 'waiting'),
  open('reserved', 'guardian', 'guardian'),
  open('reserved', 'paused', 'paused'),
  open('reserved', 'rejected', 'rejected'),
  paid((purchase) => purchase?.status === 'failed', 'not-bought'),
  paid((purchase) => purchase !== null && purchase.status !== 'failed' && purchase.isRefunding, 'refunding'),
  paid((purchase) => kept(purchase, 'handed_over', 'redeemed'), 'handed-over'),
  paid((purchase) => kept(purchase, 'bought'), 'bought'),
  paid((purchase, isHeld) => unbought(purchase) && !purchase?.isRefunding && isHeld, 'on-hold'),
  paid(
    (purchase, isHeld) => kept(purchase, 'queued', 'claimed') && !isHeld && purchase?.isDisputed === true,
    'disputed',
  ),
  paid(
    (purchase, isHeld) =>
      kept(purchase, 'queued', 'claimed') &&
      !isHeld &&
      !purchase?.isDisputed &&
      purchase?.payerAskedUntil !== null,
    'price-question',
  ),
  paid(
    (purchase, isHeld) =>
      unbought(purchase) &&
      !isHeld &&
      !purchase?.isRefunding &&
      !purchase?.isDisputed &&
      !purchase?.payerAskedUntil,
    'buying',
  ),
  [({ status, purchase }) => status === 'enrolled' && purchase?.isRefunding === true, 'refunding'],
  [({ status, purchase }) => status === 'enrolled' && !purchase?.isRefunding, 'enrolled'],
  [({ status }) => status === 'completed', 'completed'],
  [({ status }) => status === 'withdrawn', 'withdrawn'],
  [({ status }) => status === 'refunded', 'refunded'],
];

it('all combinations are where the table has them, each in one line of it', () => {
  expect(requestFacts).toHaveLength(7 * 5 * (1 + (5 * 2 + 1) * 2 * 2));
  const wrong = requestFacts.filter((facts) => {
    const lines = table.filter(([isIn]) => isIn(facts));
    return lines.length !== 1 || lines[0]?.[1] !== requestStateOf(facts);
  });
  expect(wrong).toEqual([]);
  expect(new Set(requestFacts.map(requestStateOf))).toEqual(new Set(requestStates));
});

it('only the status, a rejection and a refund decide in which list a request and its course are', () => {
  const seen = new Map<string, string>();
  for (const facts of requestFacts) {
    const { status, review, purchase } = facts;
    const key = [status, review?.state === 'rejected', purchase?.isRefunding === true].join();
    const state = requestStateOf(facts);
    const lists = `${listOf(state)} ${courseStateOf(state)}`;
    expect([key, seen.get(key) ?? lists]).toEqual([key, lists]);
    seen.set(key, lists);
  }
});

describe('money that goes back or went back', () => {
  const states = ['not-bought', 'refunding', 'refunded'] as const;

  it.each(states)(
    'of a request that is %s is in no counter, and is neither arranged nor enrolled',
    (state) => {
      expect(listOf(state)).toBeNull();
      expect(['refunding', 'refunded']).toContain(courseStateOf(state));
      expect(learnerReadings[state]).toMatchObject({ colour: 'warn', buttons: ['ask-again'] });
      expect(['Being refunded', 'Refunded']).toContain(learnerReadings[state].badge);
    },
  );
});

const facts = {
  review: null,
  purchase: null,
  delivery: 'enrolment-code',
  isSeen: true,
  hasMeetingAhead: false,
} as const;
const purchase: Purchase = {
  status: 'handed_over',
  isRefunding: false,
  isDisputed: false,
  payerAskedUntil: null,
};

it('the next step before the payment is to be seen, then a meeting that is to come', () => {
  const stepOf = (more: object): LearnerReading['step'] =>
    learnerReading({ ...facts, status: 'pending', ...more }).step;
  expect(stepOf({ isSeen: false, hasMeetingAhead: true })).toBe('notSeen');
  expect(stepOf({ hasMeetingAhead: true })).toBe('meeting');
  expect(stepOf({})).toBe('paid');
  expect(stepOf({ isSeen: false, review: { state: 'waiting' } })).toBe('review');
});

it('a course that was handed over has the sentence of its delivery', () => {
  const sentence = (delivery: 'enrolment-code' | 'school-invoice') =>
    learnerReading({ ...facts, status: 'paid', purchase, delivery }).sentence;
  expect(sentence('enrolment-code')).toMatch('enrolment code');
  expect(sentence('school-invoice')).toMatch('invoice of your school');
});

it('fills the gaps of a sentence', () => {
  expect(fillSentence('{amount} by {day}', { amount: '$5', day: 'Monday' })).toBe('$5 by Monday');
  expect(fillSentence('by {day}', {})).toBe('by {day}');
});
