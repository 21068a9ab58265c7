import type { Deps } from '#services/deps.ts';

/** Dependencies of factories that write into a product's database. */
export type RunningProduct = Pick<Deps, 'db' | 'config'>;

/** The products that this process runs, by their address; factories reach their databases without HTTP. */
export const runningProducts = new Map<string, RunningProduct>();
