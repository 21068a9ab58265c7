import { unavailable } from './errors.ts';

interface Waiting {
  start(): void;
  reject(error: Error): void;
}

interface Limits {
  maxRunning: number;
  /** Most calls that are queued, in all and for one source. */
  maxWaiting: number;
  maxWaitingPerSource: number;
  overloaded: string;
}

/** Runs `work` when it is its turn. Throws HttpError 503 when too many calls are queued. */
export type FairQueue = <T>(work: () => Promise<T>, source: string) => Promise<T>;

/**
 * Creates a queue of limited concurrency that sources share fairly: each takes its turn with one call, and a full queue
 * rejects the newest call of the source that has the most.
 */
export function createFairQueue({
  maxRunning,
  maxWaiting,
  maxWaitingPerSource,
  overloaded: message,
}: Limits): FairQueue {
  const queues = new Map<string, Waiting[]>();
  const overloaded = () => unavailable(message, 2);
  let running = 0;
  let waitingCount = 0;

  const startNext = (): void => {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [source, queue] = next;
    // Deleted and set again, the source is the last of the round.
    queues.delete(source);
    if (queue.length > 1) queues.set(source, queue);
    waitingCount -= 1;
    queue.shift()?.start();
  };

  const makeRoom = (source: string): void => {
    const own = queues.get(source)?.length ?? 0;
    if (own >= maxWaitingPerSource) throw overloaded();
    if (waitingCount < maxWaiting) return;
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= own + 1) throw overloaded();
    longest.pop()?.reject(overloaded());
    waitingCount -= 1;
  };

  const waitForTurn = (source: string) =>
    new Promise<void>((start, reject) => {
      const queue = queues.get(source) ?? [];
      queue.push({ start, reject });
      queues.set(source, queue);
      waitingCount += 1;
    });

  return async (work, source) => {
    if (running >= maxRunning) {
      makeRoom(source);
      await waitForTurn(source);
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}
