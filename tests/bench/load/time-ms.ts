/** Returns how long a call takes, in milliseconds. */
export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
