import { expect, it } from 'vitest';
import { requestFacts } from '#tools/structure/draw-request-states.ts';
import { learnerReading } from './learner-reading.ts';

const seen = { delivery: 'enrolment-code', isSeen: true, hasMeetingAhead: false } as const;

it('offers an appeal exactly where the learner reads that the request was rejected', () => {
  const states = requestFacts.flatMap((facts) => {
    const { buttons } = learnerReading({ ...facts, ...seen });
    return buttons.includes('appeal') ? [facts.review?.state] : [];
  });
  expect([...new Set(states)]).toEqual(['rejected']);
});
