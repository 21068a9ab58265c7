import type { QueueName } from '#contracts/queue-names.ts';
import type { Delivery, DeliveryResult } from '#services/platform/queue/queue-worker.ts';

type Run = (delivery: Delivery) => Promise<DeliveryResult>;

/** What this process last did, for the watchdog. Times are of its own clock, in milliseconds. */
export interface Activity {
  /** When the relay last added all rows that were due, found none, or left them because the queue was full. */
  relayedAtMs(): number;
  /** Called by the relay. */
  relayed(): void;
  /** When a job of the queue last started or ended, and how many are running. */
  of(queue: QueueName): { movedAtMs: number; running: number };
  /** Wraps the function that runs the deliveries of a queue, to record them. */
  watch(queue: QueueName, run: Run): Run;
}

/** Creates the record of a process that starts now. */
export function createActivity(): Activity {
  const startedAtMs = Date.now();
  const queues = new Map<QueueName, { movedAtMs: number; running: number }>();
  const of = (queue: QueueName) => {
    const found = queues.get(queue) ?? { movedAtMs: startedAtMs, running: 0 };
    queues.set(queue, found);
    return found;
  };
  let relayedAtMs = startedAtMs;
  return {
    relayedAtMs: () => relayedAtMs,
    relayed() {
      relayedAtMs = Date.now();
    },
    of,
    watch: (queue, run) => async (delivery) => {
      const state = of(queue);
      state.movedAtMs = Date.now();
      state.running += 1;
      try {
        return await run(delivery);
      } finally {
        state.movedAtMs = Date.now();
        state.running -= 1;
      }
    },
  };
}
