import type { Logger } from '../log.ts';
import { waitUntilUp } from '../wait-until-up.ts';
import { withTimeout } from '../with-timeout.ts';

/** Longest wait for one bootstrap, in milliseconds. */
const READY_TIMEOUT_MS = 4_000;

/** A queue or worker of BullMQ. */
interface Connecting {
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** See {@link createReady}. */
interface ReadyOptions {
  /** Called for every error of what is created, also while it connects. */
  readonly onError: (error: Error) => void;
  readonly log: Logger;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates a queue or worker of BullMQ and waits until it is connected. BullMQ stores the rejection of a failed bootstrap:
 * a queue then fails every call with it, and a worker retries without a pause (docs/upstream/bullmq-failed-bootstrap.md).
 * One that failed is closed and another one is created, for at most a minute.
 */
export async function createReady<T extends Connecting>(
  what: string,
  create: () => T,
  { onError, log, signal }: ReadyOptions,
): Promise<T> {
  const attempt = async () => {
    const created = create();
    created.on('error', onError);
    try {
      await withTimeout(created.waitUntilReady(), READY_TIMEOUT_MS, `The connection of ${what}`);
      return created;
    } catch (error) {
      // Not awaited: closing may wait for a connection that never responds.
      created.close().catch(onError);
      throw error;
    }
  };
  return waitUntilUp(what, attempt, { log, signal });
}
