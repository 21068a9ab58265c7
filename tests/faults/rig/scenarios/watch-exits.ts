import type { System } from '../processes/start-system.ts';

/** Watches the processes of the product. The returned function names those that have ended since, as violations. */
export function watchExits({ apis, workers }: System): () => string[] {
  const processes = [...apis, ...workers];
  const before = processes.map(({ ended }) => ended.length);
  return () =>
    processes.flatMap(({ name, ended }, index) =>
      ended.slice(before[index]).map((output) => `${name} ended; its last lines: ${output}`),
    );
}
