import fc from 'fast-check';
import { historySteps, type StepName } from './history-steps.ts';

/** A person with a history, as fast-check draws them. */
export interface RandomPerson {
  /** In every text that the person enters, and in no other. */
  mark: string;
  phone: string;
  role: 'learner' | 'sponsor';
  /** Of a learner: `dated` names the day on which the person comes of age. */
  age: 'adult' | 'minor' | 'dated minor';
  /** Signs up and in with Google, without a password. */
  hasGoogle: boolean;
  steps: StepName[];
}

const letters = 'abcdefghijklmnop';

const stepsOf = (role: RandomPerson['role']) =>
  (Object.keys(historySteps) as StepName[]).filter((name) => {
    const { by } = historySteps[name];
    return by === 'anyone' || by === role;
  });

const shared = {
  mark: fc
    .array(fc.constantFrom(...letters), { minLength: 12, maxLength: 12 })
    .map((chosen) => `qx${chosen.join('')}`),
  phone: fc.integer({ min: 10_000_000, max: 99_999_999 }).map((digits) => `+23480${digits}`),
  hasGoogle: fc.boolean(),
};

const history = (role: RandomPerson['role']) =>
  fc.shuffledSubarray(stepsOf(role), { minLength: Math.ceil(stepsOf(role).length / 2) });

/** Learners of every age and sponsors, each with at least half of the steps, in any order. */
export const randomPeople: fc.Arbitrary<RandomPerson> = fc.oneof(
  fc.record({
    ...shared,
    role: fc.constant('learner' as const),
    age: fc.constantFrom('adult' as const, 'minor' as const, 'dated minor' as const),
    steps: history('learner'),
  }),
  fc.record({
    ...shared,
    role: fc.constant('sponsor' as const),
    age: fc.constant('adult' as const),
    steps: history('sponsor'),
  }),
);
