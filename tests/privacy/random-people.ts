import fc from 'fast-check';
import type { Step } from './history-actions.ts';
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

const stepsOf = ({ role, age }: Pick<RandomPerson, 'role' | 'age'>) =>
  (Object.entries(historySteps) as [StepName, Step][])
    .filter(
      ([, { by, isForAdults }]) => (by === 'anyone' || by === role) && (age === 'adult' || !isForAdults),
    )
    .map(([name]) => name);

const shared = {
  mark: fc
    .array(fc.constantFrom(...letters), { minLength: 12, maxLength: 12 })
    .map((chosen) => `qx${chosen.join('')}`),
  phone: fc.integer({ min: 10_000_000, max: 99_999_999 }).map((digits) => `+23480${digits}`),
  hasGoogle: fc.boolean(),
};

/** Learners of every age and sponsors, each with at least half of the steps, in any order. */
export const randomPeople: fc.Arbitrary<RandomPerson> = fc
  .constantFrom<Pick<RandomPerson, 'role' | 'age'>>(
    { role: 'learner', age: 'adult' },
    { role: 'learner', age: 'minor' },
    { role: 'learner', age: 'dated minor' },
    { role: 'sponsor', age: 'adult' },
    { role: 'sponsor', age: 'adult' },
  )
  .chain((kind) => {
    const steps = stepsOf(kind);
    return fc.record({
      ...shared,
      role: fc.constant(kind.role),
      age: fc.constant(kind.age),
      steps: fc.shuffledSubarray(steps, { minLength: Math.ceil(steps.length / 2) }),
    });
  });
