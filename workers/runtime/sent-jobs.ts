import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelayMs } from '#services/platform/queue/define-job.ts';

/**
 * Longest time for which closing a row is retried, in milliseconds. Longer than a restart of PostgreSQL or a full disk; it goes on
 * when the handler has timed out.
 */
const RETRY_MS = 600_000;
const backoff = { firstMs: 100, maxMs: 2_000 };

/** Creates the record of the jobs of one process whose mail was accepted while their outbox row is still open. */
export function createSentJobs() {
  const ids = new Set<string>();
  return {
    has: (id: string): boolean => ids.has(id),
    add: (id: string) => void ids.add(id),
    /** Runs the transaction that closes the row. For a sent job it is retried, because running the job again would send again. */
    async close<T>(id: string, runTransaction: () => Promise<T>): Promise<T> {
      const endMs = performance.now() + RETRY_MS;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const result = await runTransaction();
          ids.delete(id);
          return result;
        } catch (error) {
          if (!ids.has(id) || performance.now() > endMs) throw error;
          await sleep(backoffDelayMs(backoff, attempt), undefined, { ref: false });
        }
      }
    },
  };
}
