import type { System } from '../processes/start-system.ts';

/** Watches the processes of the product. The returned function names those that have ended since, as violations. */
export function watchExits({ apis, workers }: System): () => string[] {
  const processes = [...apis, ...workers];
  const before = processes.map(({ starts }) => starts);
  return () =>
    processes.flatMap(({ name, starts, output }, index) =>
      starts === before[index] ? [] : [`${name} ended, and was started again: ${output.slice(-500)}`],
    );
}
