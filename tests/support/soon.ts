import { expect } from 'vitest';

/**
 * How long is waited for what must come, in milliseconds. Far more than any machine needs: it is no promise of the
 * product (those have tests with figures of their own), only the end of waiting for what never comes.
 */
export const patienceMs = Number(process.env.PATIENCE_MS ?? 90_000);

/** Of `vi.waitFor` and `expect.poll`. */
export const patient = { timeout: patienceMs, interval: 50 };

/** Expects of what is read, again and again until it is so. */
export function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, patient);
}
