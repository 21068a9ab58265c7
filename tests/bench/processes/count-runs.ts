/** Counts runs of jobs, and sends how long they took to the parent. */
export interface RunCounter {
  /** Wraps the run of one job. */
  count<T>(run: () => Promise<T>): Promise<T>;
}

/**
 * Waits for messages `{ jobs }` of the parent and replies `{ seconds }`, from the start of the first to the end of the
 * last of so many jobs.
 */
export function createRunCounter(): RunCounter {
  let wanted = 0;
  let done = 0;
  let startedMs = 0;
  process.on('message', ({ jobs }: { jobs: number }) => {
    wanted = jobs;
    done = 0;
    startedMs = 0;
    process.send?.({ type: 'waiting' });
  });
  return {
    async count(run) {
      startedMs ||= performance.now();
      const result = await run();
      done += 1;
      if (done === wanted) process.send?.({ seconds: (performance.now() - startedMs) / 1_000 });
      return result;
    },
  };
}
