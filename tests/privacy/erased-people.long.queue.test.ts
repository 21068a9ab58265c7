import fc from 'fast-check';
import { it } from 'vitest';
import { onBothBackends } from '../money/backends.ts';
import { isFull } from '../support/vitest/extent.ts';
import { longMs } from '../support/vitest/limits.ts';
import { expectErased } from './expect-erased.ts';
import { randomPeople } from './random-people.ts';

const people = isFull ? 5 : 2;

onBothBackends('an erasure', { LOG_LEVEL: 'debug' }, (product) => {
  // ASVS 14.2.4
  it('leaves nothing of random people with random histories in tables, queue and log', {
    timeout: longMs,
  }, async () => {
    // A smaller history would fail only after many minutes.
    const options = { numRuns: people, endOnFailure: true };
    await fc.assert(
      fc.asyncProperty(randomPeople, (person) => expectErased(product(), person)),
      options,
    );
  });
});
